// A photo under the board: points of known place are set in it, Python finds the plane of the table,
// and the picture is drawn in that plane.  It never leaves the page but for its first bytes, from
// which Python tells whether it may be opened.  See photo.py.

const HEAD = 1 << 20; // bytes that Python looks at
const LARGEST = 60_000_000; // bytes of a picture
const FEWEST = 4;
const MOST = 20;

class Photo {
  constructor(board) {
    this.board = board;
    this.chosen = []; // files that Python has not judged yet
    this.points = [];
    this.image = null;
    this.matrix = null; // from the picture to the table
    this.under = make("div", { class: "under", "aria-hidden": "true", hidden: true });
    this.desk = new Stage("The photo: its points can be focused and moved", {
      grab: (id, _, start) => this.grab(id, start),
      click: (id, event) => this.click(id, event),
    }, { wheel: Boolean(board.host.address) });
    this.desk.unit = "pixels";
    this.desk.root.classList.add("desk");
    this.desk.root.addEventListener("keydown", (event) => this.key(event));
    this.root = this.build();
    this.show(false);
  }

  close() {
    this.desk.close();
    this.forget();
  }

  // A picture comes and goes

  async choose(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      this.board.showError(`${file.name} is larger than the ${LARGEST / 1e6} MB that are taken`);
      return;
    }
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    let text = "";
    for (let at = 0; at < head.length; at += 8192) {
      text += String.fromCharCode(...head.subarray(at, at + 8192));
    }
    this.chosen.push(file);
    this.board.ask("photo", { head: btoa(text) });
  }

  async open(file, kind) {
    const data = new Blob([file], { type: kind });
    const url = URL.createObjectURL(data);
    const image = make("img", { src: url, alt: "" });
    try {
      (await createImageBitmap(data)).close(); // images alone would show half a file
      await image.decode();
    } catch {
      URL.revokeObjectURL(url);
      this.board.showError(`${file.name} is broken: it cannot be shown`);
      return;
    }
    this.forget();
    Object.assign(this, { image, url });
    const { naturalWidth: width, naturalHeight: height } = image;
    Object.assign(image.style, { width: `${width}px`, height: `${height}px` });
    this.under.replaceChildren(image);
    this.desk.setArea([width, height]);
    this.picture?.remove();
    this.picture = make("image", { href: url, width, height, transform: `matrix(1 0 0 -1 0 ${height})` });
    this.desk.ground.before(this.picture);
    const [w, d] = this.board.area;
    this.points = [[0, 0], [w, 0], [w, d], [0, d]].map(([x, y]) => ({ place: [x, y],
      spot: [width * (x ? 0.9 : 0.1), height * (y ? 0.1 : 0.9)] }));
    this.current = 0;
    this.show(true);
    this.desk.fit([0, 0, width, height]);
    this.changed();
  }

  forget() {
    if (this.url) URL.revokeObjectURL(this.url);
    Object.assign(this, { image: null, url: null, matrix: null, points: [] });
    this.under.replaceChildren();
    this.show(false);
  }

  receive(reply, request) {
    if (request.do === "photo") {
      const file = this.chosen.shift();
      if (reply.picture) this.open(file, reply.picture.kind);
    } else if ((request.do === "open" || request.do === "follow") && !reply.error) this.forget();
    if (!reply.photo || !this.image) return;
    this.matrix = reply.photo.matrix;
    say(this.words, reply.photo.words);
    if (request.done) this.show(false);
    else this.draw();
  }

  // Where it is drawn

  /** Show the photo with its points, or the board with the photo under it. */
  show(setting) {
    this.setting = setting;
    this.desk.root.toggleAttribute("hidden", !setting);
    this.board.stage.root.toggleAttribute("hidden", setting);
    for (const node of [this.words, this.list, this.tools]) node.hidden = !this.image;
    say(this.lay, setting ? "Lay it under the board" : "Set the points");
    this.draw();
  }

  /** Draw the photo in the plane of the table: the view of the stage after the map to the table. */
  draw() {
    const shown = Boolean(this.image && this.matrix && !this.setting && this.shown.checked);
    this.under.hidden = !shown;
    this.board.element.classList.toggle("photographed", shown);
    if (!shown) return;
    const { stage } = this.board;
    const [scale, , , , x, y] = stage.matrix;
    const [[a, b, c], [d, e, f], [g, h, i]] = this.matrix;
    const right = [scale * a + x * g, scale * b + x * h, scale * c + x * i];
    const down = [-scale * d + y * g, -scale * e + y * h, -scale * f + y * i];
    const { width, height } = stage.size;
    Object.assign(this.under.style, { width: `${width}px`, height: `${height}px` });
    this.image.style.transform = `matrix3d(${[right[0], down[0], 0, g, right[1], down[1], 0, h,
      0, 0, 1, 0, right[2], down[2], 0, i].join(",")})`;
  }

  // Points

  changed({ done = false } = {}) {
    this.showPoints();
    const { naturalWidth, naturalHeight } = this.image;
    this.board.ask("rectify", { spots: this.points.map((point) => point.spot),
      places: this.points.map((point) => point.place), size: [naturalWidth, naturalHeight], done },
    { live: !done });
  }

  /** Pixels count from the upper left corner; the stage has y up. */
  flip([x, y]) {
    return [x, this.image.naturalHeight - y];
  }

  showPoints() {
    const size = Math.max(this.image.naturalWidth, this.image.naturalHeight) / 50;
    const area = `M${-size} 0H${size}M0 ${-size}V${size}`;
    this.desk.setThings(this.points.map(({ spot, place }, i) => {
      const [x, y] = this.flip(spot);
      const title = `Point ${i + 1}, on the table at (${place.join(", ")})`;
      return { id: String(i + 1), what: "piece", title, side: i, x, y, heading: 0, area,
        facing: area, front: 0 };
    }));
    this.desk.setPicked([String(this.current + 1)], null);
    keyed(this.list, this.points, (point) => this.points.indexOf(point), (point) => this.row(point),
      (row, point) => {
        row.point = point;
        [...row.querySelectorAll("input")].forEach((field, axis) => {
          if (document.activeElement !== field) field.value = point.place[axis];
        });
        row.firstChild.setAttribute("aria-pressed", String(this.points[this.current] === point));
      });
    this.more.disabled = this.points.length >= MOST;
    this.fewer.disabled = this.points.length <= FEWEST;
  }

  row(point) {
    const number = this.points.indexOf(point) + 1;
    const row = make("div", { class: "point" });
    const field = (axis, name) => make("input", { type: "number", step: "any",
      "aria-label": `Point ${number}: ${name} on the table`, onchange: (event) => {
        if (!Number.isFinite(event.target.valueAsNumber)) return;
        row.point.place[axis] = event.target.valueAsNumber;
        this.changed();
      } });
    row.append(make("button", { type: "button", title: "The next press in the photo sets it",
      onclick: () => this.take(this.points.indexOf(row.point)) }, `Point ${number}`),
    field(0, "x"), field(1, "y"));
    return row;
  }

  take(index) {
    this.current = index;
    this.showPoints();
  }

  set(index, [x, y]) {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    const within = (value, most) => Math.min(Math.max(Number(value.toFixed(2)), 0), most);
    const spot = this.flip([x, y]);
    this.points[index].spot = [within(spot[0], width), within(spot[1], height)];
    this.changed();
  }

  /** A press in the photo sets the point in hand, and takes the next one in hand. */
  click(id, event) {
    if (id !== null) {
      this.take(Number(id) - 1);
      return;
    }
    const index = this.current;
    this.current = (index + 1) % this.points.length;
    this.set(index, this.desk.toTable(event));
  }

  grab(id, [px, py]) {
    const index = Number(id) - 1;
    const { x, y } = this.desk.things.get(id).pose;
    return {
      move: ([toX, toY]) => {
        this.current = index;
        this.set(index, [x + toX - px, y + toY - py]);
      },
      end: () => {},
      cancel: () => this.set(index, [x, y]),
    };
  }

  key(event) {
    const id = event.target.closest("[data-id]")?.dataset.id;
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const factor = event.shiftKey ? 10 : 1;
    if (event.key === "+" || event.key === "=") this.desk.zoom(1.4);
    else if (event.key === "-") this.desk.zoom(1 / 1.4);
    else if (event.key === "0") this.desk.fit([0, 0, this.image.naturalWidth, this.image.naturalHeight]);
    else if (id && (dx || dy)) {
      const { x, y } = this.desk.things.get(id).pose;
      this.current = Number(id) - 1;
      this.set(this.current, [x + factor * dx, y + factor * dy]);
    } else if (dx || dy) this.desk.pan(-40 * dx, 40 * dy);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The part of the panel

  build() {
    const button = (label, act) => make("button", { type: "button", onclick: act }, label);
    const file = make("input", { type: "file", accept: "image/png,image/jpeg", hidden: true,
      onchange: () => { this.choose(file.files[0]); file.value = ""; } });
    this.words = make("p", { class: "hint", role: "status" });
    this.list = make("div", { class: "list" });
    this.lay = button("", () => (this.setting ? this.changed({ done: true }) : this.show(true)));
    this.more = button("One more point", () => {
      const { naturalWidth, naturalHeight } = this.image;
      this.current = this.points.length;
      this.points.push({ place: this.board.area.map((side) => side / 2),
        spot: [naturalWidth / 2, naturalHeight / 2] });
      this.show(true);
      this.changed();
    });
    this.fewer = button("One less", () => {
      this.points.pop();
      this.current = Math.min(this.current, this.points.length - 1);
      this.show(true);
      this.changed();
    });
    this.shown = make("input", { type: "checkbox", checked: true, onchange: () => this.draw() });
    this.tools = make("div", { class: "row" }, this.lay, this.more, this.fewer,
      button("Take it away", () => this.forget()), make("label", {}, this.shown, " Show it"));
    return make("details", { class: "photo" }, make("summary", {}, "Photo under the board"),
      make("p", { class: "hint" }, "Set each point in the photo, and say where it is on the table."),
      make("div", { class: "row" }, file, button("Load a photo…", () => file.click())),
      this.list, this.tools, this.words);
  }
}
