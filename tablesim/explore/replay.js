// Replays: a game that was played, moment by moment, on the same stage, with its log beside it.

const SPEEDS = [0.5, 1, 2, 4, 10];

class Replay {
  /**
   * data is what replayer.py makes: marks, each once, and moments that name theirs; keys is where
   * its keys are pressed.
   */
  constructor(element, data, keys = element) {
    this.element = element;
    this.data = data;
    this.now = 0;
    this.stage = new Stage(`${data.title}, moment by moment`);
    this.stage.unit = data.unit;
    this.build();
    keys.addEventListener("keydown", (event) => this.key(event));
    this.stage.fit(data.frame);
    this.go(0);
  }

  close() {
    this.pause();
    this.stage.close();
  }

  // Time

  go(moment) {
    this.now = Math.min(Math.max(moment, 0), this.data.moments.length - 1);
    const { marks, moments } = this.data;
    const { head, detail, marks: shown } = moments[this.now];
    this.stage.setMarks(shown.map((number) => marks[number]));
    this.slider.value = this.now;
    this.slider.setAttribute("aria-valuetext", head);
    say(this.head, head);
    say(this.detail, detail);
    this.log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.log.children[this.now];
    line.setAttribute("aria-current", "step");
    const top = line.offsetTop - this.log.offsetTop;
    const { scrollTop, clientHeight } = this.log;
    if (top < scrollTop || top + line.offsetHeight > scrollTop + clientHeight) {
      this.log.scrollTop = top - clientHeight / 3;
    }
  }

  get atEnd() {
    return this.now === this.data.moments.length - 1;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.resume();
  }

  resume() {
    if (this.atEnd) this.go(0);
    const beat = () => {
      this.go(this.now + 1);
      if (this.atEnd) this.pause();
      else this.playing = setTimeout(beat, 1000 / Number(this.speed.value));
    };
    this.playing = setTimeout(beat, 1000 / Number(this.speed.value));
    this.showPlaying();
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = null;
    this.showPlaying();
  }

  step(by) {
    this.pause();
    this.go(this.now + by);
  }

  showPlaying() {
    const label = this.playing ? "Pause" : "Play";
    say(this.play, label);
    this.play.title = `${label} (space)`;
  }

  // The page

  build() {
    const button = (sign, title, act) =>
      make("button", { type: "button", title, "aria-label": title, onclick: act }, sign);
    const { title, detail, moments } = this.data;
    const last = moments.length - 1;
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    this.element.classList.add("ts");
    this.element.dataset.theme = dark ? "dark" : "light";
    this.play = make("button", { type: "button", onclick: () => this.toggle() });
    this.slider = make("input", { type: "range", min: 0, max: last, step: 1, value: 0,
      "aria-label": "Moment", oninput: () => this.step(this.slider.valueAsNumber - this.now) });
    this.speed = make("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) =>
      make("option", { value: speed, selected: speed === 2 }, `${speed} a second`)));
    const tools = make("div", { class: "tools", role: "toolbar", "aria-label": "Replay" },
      make("h2", {}, title),
      button("⇤", "To the start (Home)", () => this.step(-last)),
      button("←", "One step back (left)", () => this.step(-1)), this.play,
      button("→", "One step on (right)", () => this.step(1)),
      button("⇥", "To the end (End)", () => this.step(last)), this.slider, this.speed,
      button("−", "Zoom out (-)", () => this.stage.zoom(1 / 1.4)),
      button("+", "Zoom in (+)", () => this.stage.zoom(1.4)),
      button("Table", "Show everything (0)", () => this.stage.fit(this.data.frame)),
      button("◐", "Light or dark", () => {
        const { dataset } = this.element;
        dataset.theme = dataset.theme === "dark" ? "light" : "dark";
      }));
    this.head = make("p", { class: "answer", role: "status", "aria-live": "polite" });
    this.detail = make("p", { class: "detail" });
    this.log = make("ol", { class: "log", start: 0, tabindex: 0, "aria-label": "Log" },
      ...moments.map(({ head, log }, moment) => make("li", {},
        make("button", { type: "button", tabindex: -1, onclick: () => this.step(moment - this.now) },
          head, ...log.map((line) => make("small", {}, line))))));
    this.element.replaceChildren(tools, make("div", { class: "middle" },
      make("div", { class: "view" }, this.stage.root),
      make("div", { class: "panel replay" }, make("section", {}, this.head, this.detail),
        make("p", { class: "hint" }, detail), this.log)));
    this.showPlaying();
  }

  key(event) {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("select") || (event.key === " " && event.target.matches("button"))) return;
    const last = this.data.moments.length - 1;
    const act = {
      " ": () => this.toggle(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1), Home: () => this.step(-last),
      End: () => this.step(last), "+": () => this.stage.zoom(1.4), "-": () => this.stage.zoom(1 / 1.4),
      0: () => this.stage.fit(this.data.frame),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
