// Tools for the hand: forms for the parameters of a question, with grips on the stage.
//
// What tools there are, and what they set, comes from Python (tools.py): a tool is a question and
// the fields of it.  Whatever changes is asked at once, like a thing that is moved.

class Tools {
  constructor(board) {
    this.board = board;
    this.known = [];
    this.tool = null; // the one in hand
    this.question = null; // what it asks
    this.kept = {}; // what was set last, for the next time
    this.layers = new Set();
    this.row = make("div", { class: "row", role: "group", "aria-label": "Tools" });
    this.checks = make("div", { class: "row" });
    this.hint = make("p", { class: "hint" });
    this.form = make("div", { class: "form", role: "group" });
    this.rows = make("ul", { class: "steps", "aria-label": "What comes of it" });
    this.margins = make("ul", { class: "steps margins", "aria-label": "Margins" });
    this.end = make("output", { class: "end" });
    this.act = make("button", { type: "button", class: "take", onclick: () => {
      this.board.ask("take");
      this.lay();
    } });
    this.follow = make("button", { type: "button", class: "take", onclick: () => {
      this.take(this.known.find((tool) => tool.question.ask === this.next.ask), this.next);
    } });
    this.inHand = make("div", {}, this.hint, this.form, this.rows, this.margins, this.end,
      make("div", { class: "row" }, this.act, this.follow));
    this.title = make("h3");
    this.root = make("section", { class: "tool" }, this.title, this.row, this.checks, this.inHand);
  }

  // Taking one in hand, and laying it down

  /** Begin with a tool: with what was set the last time, and with what is given. */
  take(tool, given = {}) {
    const again = Object.fromEntries(tool.fields.filter((field) => this.keptAs(field) in this.kept)
      .map((field) => [field.key, this.kept[this.keptAs(field)]]));
    this.tool = tool;
    this.question = { ...tool.question, ...again, ...given };
    this.fields = tool.fields.map((field) => ({ ...field, ...this.build(field) }));
    this.form.setAttribute("aria-label", tool.name);
    this.form.replaceChildren(...this.fields.map((field) => field.node));
    this.changed();
  }

  /** Places are kept from one tool to the next, choices from one time to the next. */
  keptAs({ kind, key }) {
    return { place: "place", choice: key }[kind] ?? "";
  }

  lay() {
    if (!this.tool) return;
    this.tool = null;
    Object.assign(this.board, { question: null, slide: null });
    this.refresh();
  }

  set(changes) {
    this.question = { ...this.question, ...changes };
    for (const field of this.fields) {
      if (this.keptAs(field)) this.kept[this.keptAs(field)] = this.question[field.key];
    }
    this.changed();
  }

  /** Ask, unless there is no way yet. */
  changed() {
    const empty = this.fields.some(({ kind, key }) => kind === "way" && !this.question[key].length);
    this.board.choose({ question: empty ? null : this.question, slide: null });
    this.refresh();
  }

  // What is shown

  show({ can, cards, shown }) {
    const focused = cards.find((card) => card.focus);
    if (can.id !== this.owner) {
      this.owner = can.id;
      delete this.kept.place;
      this.lay();
    }
    this.known = can.tools ?? [];
    this.asked = focused?.question;
    const tool = this.known.find(({ name }) => name === this.tool?.name);
    if (this.tool && !tool) this.lay();
    tool?.fields.forEach((field, i) => Object.assign(this.fields[i], field)); // a model was moved
    const mine = Boolean(tool) && focused?.question.ask === tool.question.ask;
    this.showMenu(can);
    for (const [list, words] of [[this.rows, shown.rows], [this.margins, shown.margins]]) {
      keyed(list, mine ? words ?? [] : [], (line) => line, (line) => make("li", {}, line), () => {});
    }
    this.showEnd(mine ? shown.end : null);
    this.next = mine ? shown.next : null;
    this.act.hidden = !mine || !shown.able;
    this.follow.hidden = !this.next;
    this.refresh();
  }

  showMenu({ id, layers = [] }) {
    this.root.hidden = !this.known.length && !layers.length;
    say(this.title, this.known.length ? "Tools" : "Below the answer");
    keyed(this.row, this.known, (tool) => tool.name, ({ name }) => make("button", { type: "button",
      onclick: () => this.toggle(name) }, name), () => {});
    keyed(this.checks, layers, (layer) => layer, (layer) => make("label", {},
      make("input", { type: "checkbox", onchange: (event) => {
        this.layers[event.target.checked ? "add" : "delete"](layer);
        this.board.choose({});
      } }), ` Show ${layer.replaceAll("_", " ")}`),
    (node, layer) => { node.firstChild.checked = this.layers.has(layer); });
    this.checks.title = id ? `Drawn below the answer, for ${id}` : "";
  }

  /** Lay the tool down, and show what is asked without it; tell whether there was one. */
  putAway() {
    const had = Boolean(this.tool);
    this.lay();
    if (had) this.board.choose({});
    return had;
  }

  toggle(name) {
    if (this.tool?.name === name) {
      this.putAway();
      return;
    }
    const tool = this.known.find((each) => each.name === name);
    const { ask, id, by } = this.asked ?? {};
    const mine = ask === tool.question.ask && (id ?? by) === this.owner;
    this.take(tool, mine ? this.asked : {}); // goes on with what was asked
  }

  showEnd(end) {
    if (!end) return say(this.end, "");
    const near = (value) => Number(value.toFixed(2));
    const high = end.level ? `, level ${near(end.level)}` : "";
    say(this.end, `ends at (${near(end.x)}, ${near(end.y)})${high}, heading ${near(end.heading)}°`);
    this.end.title = JSON.stringify(end);
    return undefined;
  }

  /** Bring form and grips up to date with the question. */
  refresh() {
    const { tool } = this;
    this.inHand.hidden = !tool;
    for (const button of this.row.children) {
      button.setAttribute("aria-pressed", String(button.textContent === tool?.name));
    }
    this.board.element.classList.toggle("aiming", Boolean(tool));
    if (tool) {
      say(this.hint, tool.hint);
      say(this.act, tool.act ?? "");
      say(this.follow, tool.follow ?? "");
      for (const field of this.fields) field.update(this.question[field.key]);
    }
    this.board.stage.grips.show(tool ? this.fields.flatMap((field) => this.gripsOf(field)) : []);
  }

  gripsOf(field) {
    const { key, kind, name } = field;
    const value = this.question[key];
    const at = (place) => `at (${place.join(", ")})`;
    if (kind === "way") {
      return value.map((corner, i) => ({ key: `${key}/${i}`, kind, mark: String(i + 1),
        at: corner, from: i ? value[i - 1] : field.from, name: `${name} ${i + 1} ${at(corner)}` }));
    }
    if (kind === "place") {
      const there = this.placeOf(value);
      return [{ key, kind, at: there, from: field.around,
        name: `${name} ${typeof value === "string" ? `at ${value}` : at(there)}` }];
    }
    if (kind !== "angle") return [];
    const far = field.length ? this.question[field.length] : null;
    return [{ key, kind, angle: value, far, from: this.startOf(field), name: `${name} ${value}°` }];
  }

  /** Return where a place is that may be the id of a thing. */
  placeOf(value) {
    if (typeof value !== "string") return value;
    const { pose = { x: 0, y: 0 }, thing } = this.board.stage.things.get(value) ?? {};
    return [pose.x, pose.y, ...thing?.state?.level ? [thing.state.level] : []];
  }

  startOf({ from }) {
    return typeof from === "string" ? this.placeOf(this.question[from]) : from;
  }

  // The hand on the stage

  /** A press on the stage sets what the tool aims at; tell whether it did. */
  click(id, point) {
    if (!this.tool) return false;
    const field = this.fields.find(({ kind }) => ["way", "place", "angle"].includes(kind));
    const piece = this.board.stage.things.get(id)?.thing.what === "piece";
    if (piece && field?.kind === "place") this.set({ [field.key]: id });
    else if (piece || !field || !point) return false;
    else this.drag(field, field.kind === "way" ? this.question[field.key].length : 0, point);
    return true;
  }

  pull(grip) {
    const [field, index] = this.find(grip);
    const before = this.question;
    return {
      move: (point, event) => this.drag(field, index, point, event),
      end: () => {},
      cancel: () => { if (this.question !== before && this.tool) this.set(before); },
    };
  }

  find(grip) {
    const [key, index] = grip.split("/");
    return [this.fields.find((field) => field.key === key), Number(index)];
  }

  /** Bring what a field sets to a place on the table. */
  drag(field, index, [px, py], event) {
    const [x, y] = [this.board.tidy(px), this.board.tidy(py)];
    const value = this.question[field.key];
    if (field.kind === "way") this.setCorner(field, index, [x, y, ...value[index]?.slice(2) ?? []]);
    else if (field.kind === "place") this.set({ [field.key]: [x, y, ...this.placeOf(value).slice(2)] });
    else {
      const [fx, fy] = this.startOf(field);
      const step = event?.shiftKey ? 15 : 0.1;
      const degrees = (Math.atan2(py - fy, px - fx) * 180) / Math.PI;
      this.set({ [field.key]: turned(Math.round(degrees / step) * step),
        ...this.stretched(field, this.board.tidy(Math.hypot(px - fx, py - fy))) });
    }
  }

  setCorner(field, index, corner) {
    const corners = [...this.question[field.key]];
    if (index >= field.most) return;
    if (corner) corners[index] = corner;
    else corners.splice(index, 1);
    this.set({ [field.key]: corners });
  }

  stretched({ length }, far) {
    if (!length) return {};
    const { least } = this.fields.find((field) => field.key === length);
    return { [length]: Math.max(far, least) };
  }

  /** Keys on a grip; tell whether it was one of them. */
  key(event, grip) {
    const [field, index] = this.find(grip);
    const step = this.board.step * (event.shiftKey ? 10 : 1);
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const turn = { BracketLeft: step, BracketRight: -step }[event.code] ?? 0;
    const value = this.question[field.key];
    if (field.kind === "angle") return this.angleKey(field, turn - dx * step, dy * step);
    if (dx || dy) {
      const [x, y] = field.kind === "way" ? value[index] : this.placeOf(value);
      this.drag(field, index, [x + dx * step, y + dy * step]);
    } else if (turn && field.kind === "place") this.turnAround(field, turn);
    else if (event.key === "Delete" && field.kind === "way") {
      this.setCorner(field, index, null);
      this.board.stage.grips.focus(`${field.key}/${Math.max(index - 1, 0)}`);
    } else return false;
    return true;
  }

  angleKey(field, turn, by) {
    const far = this.question[field.length] + by;
    this.set({ [field.key]: turned(this.question[field.key] + turn),
      ...(by ? this.stretched(field, Number(far.toFixed(6))) : {}) });
    return Boolean(turn || by);
  }

  turnAround(field, turn) {
    const [[x, y], [cx, cy]] = [this.placeOf(this.question[field.key]), field.around];
    const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    this.drag(field, 0, [cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)]);
  }

  // The form: for each field {node, update(value)}

  build(field) {
    return { way: () => this.wayField(field), place: () => this.placeField(field),
      angle: () => this.numberField({ ...field, least: 0, most: 360, step: 0.1, unit: "°" }),
      number: () => this.numberField(field), choice: () => this.choiceField(field) }[field.kind]();
  }

  numberField({ key, name, least, most, step, unit = "" }) {
    const put = (value) => { if (Number.isFinite(value)) this.set({ [key]: value }); };
    const slider = make("input", { type: "range", min: least, max: most, step,
      "aria-label": name, oninput: () => put(slider.valueAsNumber) });
    const number = make("input", { type: "number", step: "any", "aria-label": `${name}, exactly`,
      onchange: () => put(number.valueAsNumber) });
    const update = (value) => {
      for (const field of [slider, number]) {
        if (document.activeElement !== field) field.value = value;
      }
    };
    const words = make("span", {}, unit ? `${name}, ${unit}` : name);
    return { node: make("div", { class: "field" }, words, slider, number), update };
  }

  choiceField({ key, name, choices }) {
    const select = make("select", { "aria-label": name,
      onchange: () => this.set({ [key]: select.value }) },
    ...choices.map(([value, words]) => make("option", { value }, words)));
    const update = (value) => { select.value = value; };
    return { node: make("div", { class: "field" }, make("span", {}, name), select), update };
  }

  placeField({ key, name, ids }) {
    const select = make("select", { "aria-label": `${name} at`, onchange: () => {
      const there = this.placeOf(this.question[key]);
      this.set({ [key]: select.value || there });
    } }, make("option", { value: "" }, "a place"), ...ids.map((id) => make("option", { value: id }, id)));
    const place = this.coordinates(name, (corner) => this.set({ [key]: corner }));
    const update = (value) => {
      select.value = typeof value === "string" ? value : "";
      place.update(this.placeOf(value));
    };
    return { node: make("div", { class: "form" },
      make("div", { class: "field" }, make("span", {}, `${name} at`), select), place.node), update };
  }

  wayField(field) {
    const { key, name } = field;
    const list = make("div", { class: "list" });
    const button = (label, act) => make("button", { type: "button", onclick: act }, label);
    const last = button("Remove the last", () => {
      this.setCorner(field, this.question[key].length - 1, null);
    });
    const clear = button("Clear", () => this.set({ [key]: [] }));
    const more = button("Add a corner", () => this.addCorner(this.fields.find((f) => f.key === key)));
    const row = (i) => {
      const place = this.coordinates(`${name} ${i + 1}`, (corner) => this.setCorner(field, i, corner));
      place.node.append(make("button", { type: "button", "aria-label": `Remove corner ${i + 1}`,
        onclick: () => this.setCorner(field, i, null) }, "✕"));
      place.node.update = place.update;
      return place.node;
    };
    const update = (corners) => {
      keyed(list, corners.map((_, i) => i), (i) => i, row, (node, i) => node.update(corners[i]));
      last.disabled = clear.disabled = !corners.length;
      more.disabled = corners.length >= field.most;
    };
    return { node: make("div", {}, list, make("div", { class: "row" }, more, last, clear)), update };
  }

  /** Add a corner a unit beyond the last one, to be moved with the keys. */
  addCorner({ key, from, ahead: [dx, dy] }) {
    const corners = this.question[key];
    const [x, y] = corners.at(-1) ?? from;
    const tidy = (value) => Number(value.toFixed(2));
    this.set({ [key]: [...corners, [tidy(x + dx), tidy(y + dy)]] });
    this.board.stage.grips.focus(`${key}/${corners.length}`);
  }

  /** Return fields for x, y and level; without a level the ground is meant, or what bears it. */
  coordinates(name, put) {
    const labels = ["x", "y", "level"];
    const fields = labels.map((label) => make("input", { type: "number", step: "any",
      placeholder: label, "aria-label": `${name}: ${label}`, onchange: () => {
        const values = fields.map((field) => field.valueAsNumber);
        if (values.slice(0, 2).every(Number.isFinite)) put(values.filter(Number.isFinite));
      } }));
    const update = (value) => fields.forEach((field, i) => {
      if (document.activeElement !== field) field.value = value[i] ?? "";
    });
    return { node: make("div", { class: "corner" }, make("span", {}, name), ...fields), update };
  }
}

/** Return a direction from 0 to 360, as people count. */
function turned(degrees) {
  return Number((((degrees % 360) + 360) % 360).toFixed(6));
}
