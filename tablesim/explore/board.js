// The board: a table to move things on, and what its judge says about them.
//
// It asks its host, the notebook or the server, and shows the answer: a request says what to do and
// what to see, the reply holds all that is drawn.  See session.py.

const REST = 180; // milliseconds without a change until the hand rests
const GREATEST = 5_000_000; // bytes of a position file
const STEPS = [0.1, 1, 10];
const LAYERS = { bands: "Range bands", arcs: "Arcs", templates: "Templates", ghosts: "Ghosts",
  measures: "Measuring lines", zones: "Zones and heights", labels: "Labels" };
const KEYS = [
  ["Tab", "from thing to thing, then to what a tool sets"], ["Enter", "pick it, or let it go"],
  ["Arrows", "move it by a step, with Shift by ten"], ["[ ]", "turn it, with Shift by ten steps"],
  ["S", "into contact with what is nearest"], ["Delete", "take it off the table"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"], ["+ − 0", "zoom in, out, to all"],
  ["X", "swap the two that are picked"], ["Escape", "lay the tool down, then let everything go"],
];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Sends requests one at a time; of those that only follow a moving hand, the newest one. */
class Courier {
  constructor(host, deliver) {
    this.host = host;
    this.deliver = deliver;
    this.waiting = [];
    this.latest = null;
  }

  send(request, { live = false } = {}) {
    if (live) this.latest = request;
    else {
      this.latest = null; // what follows a hand is overtaken by where it let go
      this.waiting.push(request);
    }
    if (!this.busy) this.work();
  }

  get idle() {
    return !this.waiting.length && !this.latest;
  }

  async work() {
    this.busy = true;
    while (!this.idle) {
      const request = this.waiting.shift() ?? this.latest;
      if (request === this.latest) this.latest = null;
      let reply;
      try {
        reply = await this.host.ask(request);
      } catch (error) {
        reply = { error: `the board cannot be reached: ${error.message ?? error}` };
      }
      this.deliver(reply, request);
    }
    this.busy = false;
  }
}

class Board {
  /**
   * host.ask(request) gives the reply; host.save() writes the file, where there is one, and
   * tells {saved} or {error}; host.pushed
   * is told whom to call when somebody else changed the table; host.address, if it is true, says
   * that the page has an address of its own.
   */
  constructor(element, host) {
    this.element = element;
    this.host = host;
    this.picked = [];
    this.active = null;
    this.question = null;
    this.slide = null;
    this.step = STEPS[0];
    this.reply = null;
    this.courier = new Courier(host, (reply, request) => this.receive(reply, request));
    this.stage = new Stage("The table: pieces can be focused, picked, moved and turned", {
      grab: (id, turning, point) => this.grab(id, turning, point),
      pull: (grip) => this.tools.pull(grip),
      click: (id, event) => this.click(id, this.stage.toTable(event)),
      drawn: () => this.photo?.draw(),
    }, { wheel: Boolean(host.address) });
    this.build();
    const keys = host.address ? document : element;
    keys.addEventListener("keydown", (event) => this.key(event));
    host.pushed?.((version) => {
      if (version > (this.reply?.version ?? -1)) this.look();
    });
    this.begin();
  }

  async begin() {
    const link = this.host.address ? location.hash.slice(1) : "";
    if (link) this.ask("follow", { link });
    else this.look();
  }

  close() {
    clearTimeout(this.resting);
    this.stage.close();
    this.photo.close();
  }

  // What is asked

  get see() {
    return { picked: this.picked, question: this.question, slide: this.slide, theme: this.theme,
      layers: [...this.tools.layers] };
  }

  ask(what, parameters = {}, { live = false } = {}) {
    clearTimeout(this.resting);
    if (what !== "look") {
      this.showError("");
      this.showNotice("");
    }
    this.element.setAttribute("aria-busy", "true"); // until the hand rests and all is answered
    const request = { do: what, ...parameters, see: { ...this.see, rest: false } };
    this.courier.send(request, { live });
    this.resting = setTimeout(() => this.look(), REST);
  }

  look() {
    clearTimeout(this.resting);
    this.resting = null;
    this.courier.send({ do: "look", see: { ...this.see, rest: true } });
  }

  /** Show the new choice at once, and the rest of it when the hand rests. */
  choose(change) {
    Object.assign(this, change);
    this.stage.setPicked(this.picked, this.active);
    this.ask("look", {}, { live: true });
  }

  // What is picked

  /** A press on a thing, or on the ground: a tool in hand aims there. */
  click(id, point) {
    if (this.tools.click(id, point)) return;
    if (id === null) this.clear();
    else this.pick(id);
  }

  /** Pick a thing as the second of a pair; pick what is in hand again, and it is let go. */
  pick(id) {
    const known = this.picked.includes(id);
    if (known && this.active !== id) {
      this.choose({ active: id });
      return;
    }
    const others = this.picked.filter((other) => other !== id);
    const picked = known ? others : [...others.slice(0, 1), id];
    const active = known ? others.at(-1) ?? null : id;
    this.choose({ picked, active, question: null, slide: null });
  }

  clear() {
    this.tools.lay();
    this.choose({ picked: [], active: null, question: null, slide: null });
  }

  focusOn(question) {
    this.tools.lay();
    this.choose({ question, slide: null });
  }

  // Moving

  grab(id, turning, [px, py]) {
    const { pose, thing } = this.stage.things.get(id);
    if (thing.what === "terrain" && this.fixed.checked) return null;
    const start = { ...pose };
    const moved = ([x, y], event) => {
      if (!turning) return { ...start, x: this.tidy(start.x + x - px), y: this.tidy(start.y + y - py) };
      const degrees = (Math.atan2(y - start.y, x - start.x) * 180) / Math.PI;
      const step = event?.shiftKey ? 15 : 0.1;
      return { ...start, heading: Number(((Math.round(degrees / step) * step + 360) % 360).toFixed(1)) };
    };
    return {
      move: (point, event) => {
        this.dragged = { id, pose: moved(point, event) };
        if (this.active !== id) {
          this.active = id;
          if (!this.picked.length) this.picked = [id];
          this.stage.setPicked(this.picked, id);
        }
        this.stage.place(id, this.dragged.pose);
        this.stage.pin();
        this.ask("move", { id, ...this.dragged.pose, done: false }, { live: true });
      },
      end: () => {
        const { pose: last } = this.dragged;
        this.dragged = null;
        this.ask("move", { id, ...last, done: true });
      },
      cancel: () => {
        if (!this.dragged) return;
        this.dragged = null;
        this.stage.place(id, start);
        this.ask("move", { id, ...start, done: true });
      },
    };
  }

  /** Round a place to what a hand can mean: a tenth of a pixel, as a number with few digits. */
  tidy(value) {
    const digits = Math.min(Math.max(Math.ceil(Math.log10(this.stage.view.scale)) + 1, 0), 6);
    return Number(value.toFixed(digits));
  }

  nudge(id, [dx, dy], turn, factor = 1) {
    const size = this.step * factor;
    this.ask("nudge", { id, by: [dx * size, dy * size], turn: turn * size });
  }

  // What comes back

  receive(reply, request) {
    if (reply.error) this.showError(reply.error);
    if (request.see.rest && !this.resting && this.courier.idle) {
      this.element.setAttribute("aria-busy", "false");
    }
    if (!reply.things) return;
    this.reply = reply;
    const first = this.area === undefined;
    this.area = reply.area;
    this.stage.unit = reply.unit;
    this.stage.setArea(reply.area);
    this.stage.setGround(reply.ground);
    this.stage.setThings(reply.things);
    if (this.dragged) this.stage.place(this.dragged.id, this.dragged.pose);
    const there = (id) => this.stage.things.has(id);
    this.picked = this.picked.filter(there);
    if (this.active && !there(this.active)) this.active = this.picked.at(-1) ?? null;
    if (reply.added) [this.picked, this.active] = [[reply.added], reply.added];
    this.stage.setPicked(this.picked, this.active);
    this.stage.setMarks(reply.shown.marks ?? []);
    if (reply.view) this.restore(reply.view);
    else if (first || request.do === "open") this.start(reply);
    if (reply.text !== undefined) this.download(reply.text);
    if (reply.link) this.showLink(reply.link);
    this.photo.receive(reply, request);
    this.panel.show(this, reply, request.see.rest);
    if (request.see.rest) this.announce(reply);
  }

  /** Begin with the whole table, and with the first question of the file. */
  start(reply) {
    this.stage.fit([0, 0, ...reply.area]);
    const asked = reply.cards.find((card) => !card.offered);
    if (asked) this.focusOn(asked.question);
  }

  restore({ see, box }) {
    const { picked = [], question = null, slide = null, theme, layers = [] } = see ?? {};
    this.tools.layers = new Set(layers);
    if (theme) this.setTheme(theme);
    if (box) this.stage.fit(box, 0);
    this.choose({ picked, active: picked.at(-1) ?? null, question, slide });
  }

  showError(error) {
    say(this.alert, error);
    this.alert.hidden = !error;
  }

  /** Tell screen readers what is seen, once the hand rests. */
  announce(reply) {
    const card = reply.cards.find((each) => each.focus);
    const thing = this.stage.things.get(this.active)?.thing;
    const words = [thing?.title, card?.answer, card?.detail].filter(Boolean).join(". ");
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  // Files and links

  save() {
    this.host.save().then(({ saved, error }) => {
      this.showError(error ?? "");
      this.showNotice(saved ?? "");
    }, (error) => this.showError(String(error.message ?? error)));
  }

  download(text) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    const name = (this.reply.title || "position").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
    make("a", { href: url, download: `${name.replace(/^-|-$/g, "").toLowerCase()}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  async open(file) {
    if (!file) return;
    if (file.size > GREATEST) {
      this.showError(`${file.name} is larger than any position file`);
      return;
    }
    Object.assign(this, { picked: [], active: null, question: null, slide: null });
    this.ask("open", { text: await file.text(), name: file.name });
  }

  askLink() {
    const { width, height } = this.stage.size;
    const { x, y, scale } = this.stage.view;
    const [dx, dy] = [width / 2 / scale, height / 2 / scale];
    this.ask("link", { view: { see: this.see, box: [x - dx, y - dy, x + dx, y + dy] } });
  }

  showLink(link) {
    history.replaceState(null, "", `#${link}`);
    navigator.clipboard?.writeText(location.href).catch(() => {});
    this.showNotice("The address of this page now holds the position and the view.");
  }

  showNotice(words) {
    say(this.notice, words);
    this.notice.hidden = !words;
  }

  // Looks

  setTheme(theme) {
    this.theme = theme;
    this.element.dataset.theme = theme;
  }

  fit() {
    this.stage.fit([0, 0, ...this.area]);
  }

  fitAnswer() {
    const { frame } = this.reply.shown;
    if (frame) this.stage.fit(frame, 0.02);
    else this.fit();
  }

  build() {
    const button = (label, title, act) =>
      make("button", { type: "button", title, "aria-label": title, onclick: act }, label);
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    this.setTheme(dark ? "dark" : "light");
    this.undo = button("↶", "Undo (Ctrl+Z)", () => this.ask("undo"));
    this.redo = button("↷", "Redo (Ctrl+Y)", () => this.ask("redo"));
    this.file = make("input", { type: "file", accept: ".toml,text/plain", hidden: true,
      onchange: (event) => { this.open(event.target.files[0]); event.target.value = ""; } });
    this.heading = make("h2");
    const tools = make("div", { class: "tools", role: "toolbar", "aria-label": "Board" },
      this.heading, this.undo, this.redo,
      button("−", "Zoom out (-)", () => this.stage.zoom(1 / 1.4)),
      button("+", "Zoom in (+)", () => this.stage.zoom(1.4)),
      button("Table", "Show the whole table (0)", () => this.fit()),
      button("Answer", "Show what the answer is about", () => this.fitAnswer()),
      button("◐", "Light or dark", () => {
        this.setTheme(this.theme === "dark" ? "light" : "dark");
        this.look();
      }),
      this.file,
      button("Open…", "Open a position file", () => this.file.click()),
      button("Download", "Download the position file", () => this.ask("text")),
      this.host.save && button("Save", "Write the position back to its file", () => this.save()),
      this.host.address && button("Link", "Put position and view into the address of this page",
        () => this.askLink()));
    this.alert = make("p", { class: "alert", role: "alert", hidden: true });
    this.notice = make("p", { class: "notice", role: "status", hidden: true });
    this.status = make("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.note = make("p", { class: "note" });
    this.fixed = make("input", { type: "checkbox", checked: true });
    this.photo = new Photo(this);
    this.tools = new Tools(this);
    this.panel = new Panel(this);
    this.element.classList.add("ts");
    this.element.replaceChildren(tools, this.alert, this.notice,
      make("div", { class: "middle" },
        make("div", { class: "view" }, this.photo.under, this.stage.root,
          this.photo.desk.root, this.note), this.panel.root),
      this.status);
  }

  // Keys

  key(event) {
    event.stopPropagation(); // or the notebook would take them for its own
    if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const id = event.target.closest?.("[data-id]")?.dataset.id ?? null;
    const grip = event.target.closest?.("[data-grip]")?.dataset.grip;
    const done = event.ctrlKey || event.metaKey ? this.chord(event)
      : (grip && this.tools.key(event, grip)) || this.plainKey(event, id);
    if (done) event.preventDefault();
  }

  chord(event) {
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.ask("redo");
    else if (key === "z") this.ask("undo");
    else return false;
    return true;
  }

  plainKey(event, id) {
    const inStage = this.stage.root.contains(event.target) || event.target === document.body;
    if (event.key === "Escape") this.tools.putAway() || this.clear();
    else if (!inStage) return false;
    else if (event.key === "+" || event.key === "=") this.stage.zoom(1.4);
    else if (event.key === "-") this.stage.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else if (event.key === "x") this.swap();
    else if (id !== null) return this.thingKey(event, id);
    else if (ARROWS[event.key]) {
      const [dx, dy] = ARROWS[event.key];
      this.stage.pan(-40 * dx, 40 * dy);
    } else return false;
    return true;
  }

  thingKey(event, id) {
    const factor = event.shiftKey ? 10 : 1;
    if (event.key === "Enter" || event.key === " ") this.click(id);
    else if (ARROWS[event.key]) this.nudge(id, ARROWS[event.key], 0, factor);
    else if (event.code === "BracketLeft" || event.key === "[") this.nudge(id, [0, 0], 1, factor);
    else if (event.code === "BracketRight" || event.key === "]") this.nudge(id, [0, 0], -1, factor);
    else if (event.key === "s") this.ask("snap", { id });
    else if (event.key === "Delete") this.ask("remove", { id });
    else return false;
    this.active = id;
    this.stage.setPicked(this.picked, id);
    return true;
  }

  swap() {
    this.choose({ picked: [...this.picked].reverse(), question: null, slide: null });
  }
}
