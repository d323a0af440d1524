// The stage: a picture of a table as SVG that can be zoomed, panned and touched.
//
// It draws what Python sends, marks with roles and things with poses, and measures nothing.  Table
// coordinates have y up; Stage.matrix is the one place where y is turned over.

const NS = "http://www.w3.org/2000/svg";

/** Make an element: attributes, "on..." listeners, then children. */
function make(tag, attributes = {}, ...children) {
  const node = SVG_TAGS.has(tag) ? document.createElementNS(NS, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

const SVG_TAGS = new Set(["svg", "g", "path", "circle", "rect", "text", "tspan", "defs", "pattern",
  "line", "clipPath", "image"]);

/** Labels of these roles fill a place of their own and never move. */
const FIXED = new Set(["cell", "tile", "secret", "mark"]);
const LINE = 1.2; // the height of a line of text, in font sizes
const DOT = 7; // pixels around a point that no label may cover
const NEAR = 4; // pixels that a pointer may tremble and still click

function classes(mark) {
  const side = mark.side == null ? "" : ` side-${mark.side % 6}`;
  return `role-${mark.role}${side}${mark.faint ? " faint" : ""}`;
}

class Stage {
  /**
   * hooks.grab(id, turning) may return {move(point), end(), cancel()}, and so may hooks.pull(key)
   * for a grip; hooks.click(id, event) is told of clicks, with null for the ground, hooks.drawn()
   * of every change of the view; wheel says whether the bare wheel zooms.
   */
  constructor(label, hooks = {}, { wheel = true } = {}) {
    this.hooks = hooks;
    this.wheel = wheel;
    this.view = { x: 0, y: 0, scale: 1 };
    this.size = { width: 600, height: 400 };
    this.things = new Map();
    this.dots = [];
    this.labels = [];
    this.patterns = new Map();
    this.sizes = new Map();
    this.pointers = new Map();
    this.defs = make("defs");
    const group = (name) => make("g", { class: name });
    this.mat = make("path", { class: "area" });
    this.low = group("low");
    this.ground = group("ground");
    this.terrain = group("terrain");
    this.pieces = group("pieces");
    this.high = group("high");
    this.world = make("g", { class: "world" },
      make("g", { class: "mark role-mat" }, this.mat), this.ground, this.low, this.terrain,
      this.pieces, this.high);
    this.pinned = group("pinned");
    this.grips = new Grips(this);
    this.bar = make("g", { class: "scale-bar" }, make("path"), make("text", { y: -8 }));
    this.root = make("svg", { class: "stage", role: "group", tabindex: 0, "aria-label": label },
      this.defs, this.world, this.pinned, this.grips.root, this.bar);
    this.listen();
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.root);
  }

  close() {
    this.watcher.disconnect();
  }

  // What is drawn

  setArea([width, depth]) {
    this.mat.setAttribute("d", `M0 0H${width}V${depth}H0Z`);
  }

  setGround(marks) {
    const signature = JSON.stringify(marks);
    if (this.groundSignature === signature) return;
    this.groundSignature = signature;
    this.ground.replaceChildren(...marks.map((mark) => this.drawn(mark)));
    this.groundLabels = marks.filter((mark) => mark.label).map((mark) => this.label(mark));
  }

  setMarks(marks) {
    const of = (low) => marks.filter((mark) => Boolean(mark.low) === low);
    this.low.replaceChildren(...of(true).map((mark) => this.drawn(mark)));
    this.high.replaceChildren(...of(false).map((mark) => this.drawn(mark)));
    this.dots = marks.flatMap((mark) => (mark.dots ?? []).map((at) => ({
      at, node: make("g", { class: `mark ${classes(mark)}` }, make("circle", { class: "dot" })),
    })));
    this.markLabels = marks.filter((mark) => mark.label).map((mark) => this.label(mark));
    this.pin();
  }

  drawn(mark) {
    const group = make("g", { class: `mark ${classes(mark)}` });
    if (mark.title) group.append(make("title", {}, mark.title));
    if (mark.area) group.append(make("path", { class: "area", d: mark.area }));
    for (const [angle, spacing] of mark.hatches ?? []) {
      const fill = `url(#${this.pattern(angle, spacing)})`;
      group.append(make("path", { class: "hatching", d: mark.area, style: `fill: ${fill}` }));
    }
    if (mark.line) group.append(make("path", { class: "line", d: mark.line }));
    return group;
  }

  /** Return the id of a pattern of parallel lines; they keep their distance at any zoom. */
  pattern(angle, spacing) {
    const key = `${angle}/${spacing}`;
    if (!this.patterns.has(key)) {
      const id = `ts-hatch-${Math.random().toString(36).slice(2)}`;
      const node = make("pattern", { id, width: spacing, height: spacing, class: "hatch",
        patternUnits: "userSpaceOnUse" }, make("path", { d: `M0 0H${spacing}` }));
      this.defs.append(node);
      this.patterns.set(key, { id, node, angle });
      this.turnPattern(this.patterns.get(key));
    }
    return this.patterns.get(key).id;
  }

  turnPattern({ node, angle }) {
    node.setAttribute("patternTransform", `rotate(${angle}) scale(${1 / this.view.scale})`);
  }

  /** Show things; those that stay keep their elements, and with them the focus. */
  setThings(things) {
    const left = new Set(this.things.keys());
    for (const thing of things) {
      left.delete(thing.id);
      const known = this.things.get(thing.id);
      if (known) this.update(known, thing);
      else this.addThing(thing);
    }
    for (const id of left) {
      this.things.get(id).node.remove();
      this.things.delete(id);
    }
    this.thingLabels = [...this.things.values()].map((known) => known.label);
    this.pin();
  }

  addThing(thing) {
    const role = thing.what === "terrain" ? "obstacle" : "base";
    const area = make("path", { class: "area" });
    const hit = make("path", { class: "hit" });
    const nose = make("path", { class: "area" });
    const title = make("title");
    const facing = make("g", { class: `mark ${classes({ role: "facing", side: thing.side })}` });
    facing.append(nose);
    const body = make("g", { class: `mark ${classes({ role, side: thing.side })}` }, hit, area);
    const node = make("g", { class: "thing", "data-id": thing.id, tabindex: 0, role: "button",
      "aria-pressed": "false" }, title, body, facing);
    const label = this.label({ role, side: thing.side, label: thing.id, own: thing.id });
    const known = { thing: {}, node, area, hit, nose, title, label };
    this.things.set(thing.id, known);
    (thing.what === "terrain" ? this.terrain : this.pieces).append(node);
    this.update(known, thing);
  }

  update(known, thing) {
    if (known.thing.area !== thing.area) {
      known.area.setAttribute("d", thing.area);
      known.hit.setAttribute("d", thing.area);
      known.nose.setAttribute("d", thing.facing ?? "");
    }
    if (known.thing.title !== thing.title) {
      known.title.textContent = thing.title;
      known.node.setAttribute("aria-label", thing.title);
    }
    known.thing = thing;
    this.place(thing.id, thing);
  }

  /** Show a thing at a pose, at once; Python follows. */
  place(id, { x, y, heading }) {
    const known = this.things.get(id);
    known.pose = { x, y, heading };
    known.node.setAttribute("transform", `translate(${x} ${y}) rotate(${heading})`);
  }

  /** Mark what is picked, in order, and which thing the handle turns. */
  setPicked(picked, active) {
    for (const [id, { node }] of this.things) {
      node.setAttribute("aria-pressed", picked.includes(id) ? "true" : "false");
      node.dataset.order = picked.indexOf(id) + 1 || "";
    }
    this.active = this.things.has(active) ? active : null;
    this.pin();
  }

  // Where it is shown

  get matrix() {
    const { x, y, scale } = this.view;
    return [scale, 0, 0, -scale, this.size.width / 2 - scale * x, this.size.height / 2 + scale * y];
  }

  toPage([x, y]) {
    const [a, , , d, e, f] = this.matrix;
    return [a * x + e, d * y + f];
  }

  /** Return the place on the table under a pointer, whatever zooms the page. */
  toTable(event) {
    const inverse = this.world.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
    return [point.x, point.y];
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    this.size = { width, height };
    if (this.fitted) this.fit(this.fitted);
    else this.redraw();
  }

  /** Show a part of the table: least x, least y, greatest x, greatest y. */
  fit([x0, y0, x1, y1], room = 0.06) {
    const { width, height } = this.size;
    const scale = Math.min(width / (x1 - x0), height / (y1 - y0)) * (1 - room);
    this.view = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
    this.fitted = [x0, y0, x1, y1]; // until somebody zooms or pans
    this.redraw();
  }

  show(view) {
    this.view = view;
    this.fitted = null;
    this.redraw();
  }

  zoom(factor, [px, py] = [this.size.width / 2, this.size.height / 2]) {
    const { x, y, scale } = this.view;
    const next = Math.min(Math.max(scale * factor, 1e-6), 1e9);
    const [dx, dy] = [px - this.size.width / 2, this.size.height / 2 - py];
    this.show({ x: x + dx / scale - dx / next, y: y + dy / scale - dy / next, scale: next });
  }

  pan(dx, dy) {
    const { x, y, scale } = this.view;
    this.show({ x: x - dx / scale, y: y + dy / scale, scale });
  }

  redraw() {
    this.world.setAttribute("transform", `matrix(${this.matrix.join(" ")})`);
    for (const pattern of this.patterns.values()) this.turnPattern(pattern);
    this.drawBar();
    this.pin();
    this.hooks.drawn?.();
  }

  drawBar() {
    const goal = this.size.width / 6 / this.view.scale;
    const power = 10 ** Math.floor(Math.log10(goal));
    const size = [5, 2, 1].map((n) => n * power).find((n) => n <= goal) ?? power;
    const [path, text] = this.bar.children;
    path.setAttribute("d", `M0 -4V4M${size * this.view.scale} -4V4M0 0H${size * this.view.scale}`);
    text.textContent = `${Number(size.toPrecision(3))} ${this.unit ?? ""}`;
    this.bar.setAttribute("transform", `translate(16 ${this.size.height - 14})`);
  }

  // What keeps its size at any zoom: labels, dots, the handle

  label(mark) {
    const lines = mark.label.split("\n");
    const node = make("text", { class: `label ${classes(mark)}` },
      ...lines.map((line, i) => make("tspan", { x: 0, dy: i ? `${LINE}em` : 0 }, line)));
    return { mark, node, lines: lines.length };
  }

  /** Pin everything to its place on the page; at most once a frame. */
  pin() {
    if (this.pinning) return;
    this.pinning = true;
    requestAnimationFrame(() => {
      this.pinning = false;
      this.pinNow();
    });
  }

  pinNow() {
    const labels = [...(this.groundLabels ?? []), ...(this.thingLabels ?? []),
      ...(this.markLabels ?? [])];
    const handle = this.active ? [this.handle()] : [];
    const dots = this.dots.map((dot) => dot.node);
    const wanted = [...dots, ...handle, ...labels.map((label) => label.node)];
    const now = [...this.pinned.children];
    if (wanted.length !== now.length || wanted.some((node, i) => node !== now[i])) {
      this.pinned.replaceChildren(...wanted);
    }
    const taken = this.grips.pin().map((at) => around(at, 2 * DOT));
    for (const { at, node } of this.dots) {
      const [x, y] = this.toPage(at);
      node.setAttribute("transform", `translate(${x} ${y})`);
      taken.push(around([x, y]));
    }
    if (this.active) taken.push(around(this.turned));
    for (const label of labels.reverse()) this.settle(label, taken);
  }

  handle() {
    const { pose, thing } = this.things.get(this.active);
    const turn = (pose.heading * Math.PI) / 180;
    const [x, y] = this.toPage([pose.x, pose.y]);
    const far = thing.front * this.view.scale + 26;
    this.turned = [x + far * Math.cos(turn), y - far * Math.sin(turn)];
    this.turner ??= make("g", { class: "handle", "data-turn": true },
      make("circle", { r: 18, class: "hit" }), make("circle", { r: 7 }));
    this.turner.setAttribute("transform", `translate(${this.turned.join(" ")})`);
    return this.turner;
  }

  /** Return the size of a label; each text is measured once. */
  sizeOf({ mark, node }) {
    const key = `${node.getAttribute("class")} ${mark.label}`;
    let size = this.sizes.get(key);
    if (!size?.width) this.sizes.set(key, size = node.getBBox());
    return size;
  }

  /** Stand a label where it hides least, of the places that are usual for it. */
  settle(label, taken) {
    const { mark, node } = label;
    const { width, height } = this.sizeOf(label);
    if (!width) return; // its layer is not shown
    Object.assign(label, { width, height });
    let best = null;
    for (const [x, y] of this.spots(label)) {
      const box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
      const cost = FIXED.has(mark.role) ? 0 : covered(box, taken);
      if (!best || cost < best.cost) best = { x, y, box, cost };
      if (!cost) break;
    }
    taken.push(best.box);
    const up = (label.lines - 1) / 2; // lines above the middle
    const base = height / label.lines;
    node.setAttribute("transform", `translate(${best.x} ${best.y + base * (0.3 - up)})`);
  }

  spots({ mark, width, height }) {
    const [spot, box] = mark.own ? this.around(mark.own) : [mark.spot, mark.box];
    const [x, y] = this.toPage(spot);
    const [left, bottom] = this.toPage([box[0], box[1]]);
    const [right, top] = this.toPage([box[2], box[3]]);
    const room = right === left && top === bottom ? DOT : 3;
    const [dx, dy] = [width / 2 + room + 2, height / 2 + room];
    const inside = width < right - left && height < bottom - top;
    const beside = [[x, bottom + dy], [x, top - dy], [right + dx, y], [left - dx, y],
      [right + dx, bottom + dy], [left - dx, bottom + dy], [right + dx, top - dy],
      [left - dx, top - dy]];
    if (FIXED.has(mark.role)) return [[x, y]];
    if (mark.role === "band") return [[x, y], [x + 18, y], [x - 18, y], [x, y - 18], [x, y + 18]];
    if (mark.line) return [[x, y], [x, y - dy - 4], [x, y + dy + 4], [x + dx, y], [x - dx, y]];
    return inside && !mark.own ? [[x, y], ...beside] : [...beside, [x, y]];
  }

  around(id) {
    const { node } = this.things.get(id);
    const outline = node.querySelector(".area").getBBox();
    const { x, y, heading } = this.things.get(id).pose;
    const turn = (heading * Math.PI) / 180;
    const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const wide = (outline.width * c + outline.height * s) / 2;
    const high = (outline.width * s + outline.height * c) / 2;
    const [mx, my] = [outline.x + outline.width / 2, outline.y + outline.height / 2];
    const cx = x + mx * Math.cos(turn) - my * Math.sin(turn);
    const cy = y + mx * Math.sin(turn) + my * Math.cos(turn);
    return [[cx, cy], [cx - wide, cy - high, cx + wide, cy + high]];
  }

  // Pointers: one drags or pans, two zoom

  listen() {
    const { root } = this;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.lose(event));
    root.addEventListener("wheel", (event) => {
      if (!this.wheel && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), this.at(event));
    }, { passive: false });
  }

  at(event) {
    const box = this.root.getBoundingClientRect();
    const factor = this.size.width / box.width;
    return [(event.clientX - box.left) * factor, (event.clientY - box.top) * factor];
  }

  down(event) {
    if (event.button > 0) return;
    this.root.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.at(event));
    if (this.pointers.size === 2) {
      this.grip?.cancel();
      this.grip = null;
      this.press = null;
      return;
    }
    const grip = event.target.closest("[data-grip]")?.dataset.grip;
    if (grip !== undefined) {
      this.press = { gripped: true, at: this.at(event), started: false };
      this.grip = this.hooks.pull?.(grip);
      return;
    }
    const thing = event.target.closest("[data-id]");
    const turning = Boolean(event.target.closest("[data-turn]"));
    const id = turning ? this.active : thing?.dataset.id ?? null;
    this.press = { id, at: this.at(event), started: false };
    this.grip = id === null ? null : this.hooks.grab?.(id, turning, this.toTable(event));
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    this.pointers.set(event.pointerId, now);
    if (this.pointers.size === 2) {
      this.pinch(event.pointerId, before, now);
      return;
    }
    if (!this.press) return;
    const far = Math.hypot(now[0] - this.press.at[0], now[1] - this.press.at[1]);
    if (!this.press.started && far < NEAR) return;
    this.press.started = true;
    if (this.grip) this.grip.move(this.toTable(event), event);
    else this.pan(now[0] - before[0], now[1] - before[1]);
  }

  pinch(moved, before, now) {
    const other = [...this.pointers].find(([id]) => id !== moved)[1];
    const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    const middle = (point) => [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2];
    const [from, to] = [middle(before), middle(now)];
    this.pan(to[0] - from[0], to[1] - from[1]);
    this.zoom(apart(now) / Math.max(apart(before), 1), to);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    const { press, grip } = this;
    this.press = null;
    this.grip = null;
    if (!press) return;
    if (!press.started) {
      grip?.cancel();
      if (!press.gripped) this.hooks.click?.(press.id, event);
    } else grip?.end();
  }

  lose(event) {
    this.pointers.delete(event.pointerId);
    this.grip?.cancel();
    this.grip = null;
    this.press = null;
  }
}

/** Return the box around a point that no label may cover. */
function around([x, y], room = DOT) {
  return [x - room, y - room, x + room, y + room];
}

/** Return how much of a box others cover, in square pixels. */
function covered([x0, y0, x1, y1], boxes) {
  let sum = 0;
  for (const [a0, b0, a1, b1] of boxes) {
    const [wide, high] = [Math.min(x1, a1) - Math.max(x0, a0), Math.min(y1, b1) - Math.max(y0, b0)];
    if (wide > 0 && high > 0) sum += wide * high;
  }
  return sum;
}
