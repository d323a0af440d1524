// The panel beside the board: the thing in hand, the answers, the moves, the layers.

/** The ways that a maneuver can go, in the order of the dial: bearing and side, and how it looks. */
const WAYS = [
  ["turn", "left"], ["bank", "left"], ["straight", null], ["bank", "right"], ["turn", "right"],
  ["koiogran", null], ["segnor", "left"], ["segnor", "right"], ["tallon", "left"],
  ["tallon", "right"], ["stationary", null], ["reverse bank", "left"], ["reverse straight", null],
  ["reverse bank", "right"],
];
const ICONS = {
  straight: "M10 18V4M6 8L10 3L14 8",
  bank: "M7 18Q7 10 13 6M8.5 5.5L14 5L13.5 10.5",
  turn: "M6 18V12Q6 8 10 8H15M11 4.5L15.5 8L11 11.5",
  koiogran: "M6 18V8A4 4 0 0 1 14 8V13M10.5 10.5L14 14.5L17.5 10.5",
  segnor: "M6 18Q6 9 11 6Q16 4 16 9V12M13 9.5L16 13L19 9.5",
  tallon: "M5 18V12Q5 8 9 8H12M12 4V16M9 12.5L12 16.5L15 12.5",
  stationary: "M5 5H15V15H5Z",
  "reverse straight": "M10 3V17M6 13L10 18L14 13",
  "reverse bank": "M7 3Q7 11 13 15M8.5 15.5L14 16L13.5 10.5",
};

/** Keep one element for each key, in order; those that stay are only updated. */
function keyed(parent, items, key, create, update) {
  const known = parent.known ?? new Map();
  const now = new Map();
  for (const item of items) {
    const node = known.get(key(item)) ?? create(item);
    update(node, item);
    now.set(key(item), node);
  }
  const nodes = [...now.values()];
  const same = nodes.length === parent.children.length
    && nodes.every((node, i) => node === parent.children[i]);
  if (!same) parent.replaceChildren(...nodes);
  parent.known = now;
}

/** Set text only where it changes, so that selections and screen readers stay calm. */
function say(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

class Panel {
  constructor(board) {
    this.board = board;
    this.hand = this.buildHand();
    this.answers = make("div", { class: "cards" });
    this.eye = make("figure", { class: "eye" });
    this.moves = this.buildMoves();
    const section = (name, ...children) =>
      make("section", {}, make("h3", {}, name), ...children);
    this.said = new Set();
    this.answerSection = section("Answers", this.answers, this.eye);
    this.answerSection.className = "answers";
    this.questions = make("div", { class: "row" });
    this.questionSection = section("Ask", this.questions);
    this.hint = make("p", { class: "hint" },
      "Pick a piece to see what it can do, and a second one to measure between them.");
    this.root = make("div", { class: "panel" }, this.hint, this.answerSection, this.hand.root,
      board.tools.root, this.moves.root, this.questionSection, this.buildLayers(), this.buildStock(),
      board.photo.root, this.buildKeys());
  }

  show(board, reply, rest) {
    say(board.heading, reply.title || "Board");
    board.undo.disabled = !reply.undo;
    board.redo.disabled = !reply.redo;
    say(board.note, reply.shown.note ?? "");
    const thing = board.stage.things.get(board.active);
    this.hint.hidden = Boolean(thing) || reply.cards.length > 0;
    this.showHand(thing);
    if (thing) this.showStates(reply.states, thing);
    this.showCards(reply.cards, rest);
    this.showEye(reply.shown.eye);
    this.showMoves(reply);
    board.tools.show(reply);
    this.showStock(reply.stock);
  }

  // The thing in hand: its place as numbers

  buildHand() {
    const { board } = this;
    const name = make("h3");
    const fields = {};
    for (const [key, label] of [["x", "x"], ["y", "y"], ["heading", "heading °"]]) {
      fields[key] = make("input", { type: "number", step: "any", "aria-label": label,
        onchange: () => this.typed(key),
        onkeydown: (event) => this.stepped(event, key) });
    }
    const nudge = (sign, label, by, turn) => make("button", { type: "button", "aria-label": label,
      title: label, onclick: () => board.nudge(board.active, by, turn) }, sign);
    const step = make("select", { "aria-label": "Step",
      onchange: () => { board.step = Number(step.value); } },
      ...STEPS.map((size) => make("option", { value: size }, String(size))));
    const pad = make("div", { class: "pad" },
      nudge("←", "Left", [-1, 0], 0), nudge("→", "Right", [1, 0], 0),
      nudge("↑", "Up", [0, 1], 0), nudge("↓", "Down", [0, -1], 0),
      nudge("⟲", "Turn left", [0, 0], 1), nudge("⟳", "Turn right", [0, 0], -1),
      make("label", {}, "step ", step));
    const snap = make("button", { type: "button",
      title: "Move it along the shortest line until it touches (S)",
      onclick: () => board.ask("snap", { id: board.active, ...this.partner() }) }, "Snap to contact");
    const remove = make("button", { type: "button",
      onclick: () => board.ask("remove", { id: board.active }) }, "Remove");
    const labelled = Object.entries(fields).map(([key, field]) =>
      make("label", {}, make("span", {}, key === "heading" ? "heading °" : key), field));
    const states = make("div", { class: "fields" });
    const root = make("section", { class: "hand" }, name, make("div", { class: "fields" }, ...labelled),
      states, pad, make("div", { class: "row" }, snap, remove));
    return { root, name, fields, states };
  }

  /** Return the field for something that a piece is, beside its place. */
  stateField({ key, kind, doc, choices = [] }) {
    const put = (value) => this.board.ask("state", { id: this.board.active, key, value });
    const field = kind === "choice"
      ? make("select", { title: doc, onchange: () => put(field.value) },
        ...choices.map((value) => make("option", { value }, value)))
      : make("input", { type: "number", step: "any", title: doc, placeholder: "–",
        onchange: () => put(Number.isFinite(field.valueAsNumber) ? field.valueAsNumber : null) });
    return make("label", {}, make("span", {}, key), field);
  }

  showStates(states, { thing }) {
    const { states: root } = this.hand;
    root.hidden = !thing.state || !states.length;
    keyed(root, states, (state) => state.key, (state) => this.stateField(state), (node, state) => {
      const field = node.lastChild;
      const value = String(thing.state?.[state.key] ?? state.choices?.[0] ?? "");
      if (document.activeElement !== field && field.value !== value) field.value = value;
    });
  }

  /** The other one of a picked pair is what a thing snaps to. */
  partner() {
    const other = this.board.picked.find((id) => id !== this.board.active);
    return this.board.picked.length === 2 && other ? { to: other } : {};
  }

  typed(key) {
    const value = this.hand.fields[key].valueAsNumber;
    if (Number.isFinite(value)) this.board.ask("move", { id: this.board.active, [key]: value });
  }

  stepped(event, key) {
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!up) return;
    event.preventDefault();
    const by = [key === "x" ? up : 0, key === "y" ? up : 0];
    this.board.nudge(this.board.active, by, key === "heading" ? up : 0, event.shiftKey ? 10 : 1);
  }

  showHand(known) {
    this.hand.root.hidden = !known;
    if (!known) return;
    say(this.hand.name, known.thing.id);
    this.hand.name.title = known.thing.title;
    for (const [key, field] of Object.entries(this.hand.fields)) {
      const value = String(Number(known.pose[key].toFixed(4)));
      if (field.value !== value) field.value = value;
      field.title = String(known.pose[key]);
    }
  }

  // Answers: a card for each, and a word for each question that could be asked

  showCards(cards, rest) {
    const known = (card) => card.answer !== undefined || (!rest && this.said.has(card.words));
    const told = cards.filter(known).sort((a, b) => b.focus - a.focus);
    this.said = new Set(told.map((card) => card.words));
    this.answerSection.hidden = !told.length;
    keyed(this.answers, told, (card) => card.words, () => this.card(), (node, card) => {
      const [words, answer, detail] = node.children;
      node.question = card.question;
      node.setAttribute("aria-pressed", String(card.focus));
      node.classList.toggle("refused", Boolean(card.refused));
      node.classList.toggle("close", Boolean(card.close));
      node.classList.toggle("old", card.answer === undefined);
      say(words, card.words);
      if (card.answer !== undefined) say(answer, card.answer);
      say(detail, card.detail ?? "");
    });
    const open = cards.filter((card) => !known(card));
    this.questionSection.hidden = !open.length;
    keyed(this.questions, open, (card) => card.words, () => this.chip(), (node, card) => {
      node.question = card.question;
      say(node, card.words);
    });
  }

  card() {
    const node = make("button", { type: "button", class: "card",
      onclick: () => this.board.focusOn(node.question) },
      make("span", { class: "words" }), make("span", { class: "answer" }),
      make("span", { class: "detail" }));
    return node;
  }

  chip() {
    const node = make("button", { type: "button", class: "chip",
      onclick: () => this.board.focusOn(node.question) });
    return node;
  }

  showEye(picture) {
    if (picture === undefined) return this.eye.replaceChildren();
    if (this.eye.innerHTML !== picture) this.eye.innerHTML = picture;
    return undefined;
  }

  // Moves: the dial, and slides over the legal places only

  buildMoves() {
    const { board } = this;
    const dial = make("div", { class: "dial", role: "group", "aria-label": "Dial" });
    const others = make("div", { class: "row" });
    const places = make("div", { class: "row", role: "group", "aria-label": "Where it ends" });
    const slider = make("input", { type: "range", min: 0, "aria-label": "Slide",
      oninput: () => board.choose({ slide: slider.valueAsNumber }) });
    const slide = make("label", { class: "slide" }, make("span"), slider);
    const take = make("button", { type: "button", class: "take", onclick: () => {
      board.ask("take");
      board.question = null;
      board.slide = null;
    } }, "Fly it");
    const root = make("section", {}, make("h3", {}, "Moves"), dial, others, places, slide, take);
    return { root, dial, others, places, slide, slider, take };
  }

  showMoves({ can, cards, shown }) {
    const { root, dial, others, slide, slider, take } = this.moves;
    root.hidden = !can.dial?.length && !can.others?.length;
    if (root.hidden) return;
    const focus = cards.find((card) => card.focus);
    const asked = focus?.question;
    const signature = JSON.stringify(can);
    if (dial.signature !== signature) {
      dial.signature = signature;
      this.drawDial(can);
      others.replaceChildren(...can.others.map((other) => this.other(other)));
    }
    for (const button of root.querySelectorAll("[data-words]")) {
      const pressed = button.dataset.words === (asked?.text ?? focus?.words);
      button.setAttribute("aria-pressed", String(pressed));
    }
    this.showPlaces(can, asked);
    slide.hidden = !shown.slide?.size;
    if (shown.slide?.size) {
      slider.max = shown.slide.size;
      slider.step = Math.min(0.1, shown.slide.size / 100);
      if (document.activeElement !== slider) slider.value = shown.slide.at;
      say(slide.firstChild, `slide ${shown.slide.value.toFixed(2)} ${this.board.reply.unit}`);
    }
    const moving = asked && asked.id === can.id && (asked.text !== undefined || shown.slide);
    take.hidden = !moving || Boolean(focus.refused);
    say(take, shown.slide ? "Set it down" : "Fly it");
  }

  drawDial({ id, dial }) {
    const ways = WAYS.filter(([bearing, side]) =>
      dial.some((entry) => entry.bearing === bearing && entry.side === side));
    const speeds = [...new Set(dial.map((entry) => entry.speed))].sort((a, b) => b - a);
    this.moves.dial.style.setProperty("--columns", ways.length);
    const cells = speeds.flatMap((speed) => [
      make("span", { class: "speed", "aria-hidden": "true" }, String(speed)),
      ...ways.map(([bearing, side]) => {
        const entry = dial.find((each) => each.speed === speed && each.bearing === bearing
          && each.side === side);
        return entry ? this.entry(id, entry) : make("span");
      }),
    ]);
    this.moves.dial.replaceChildren(...cells);
  }

  entry(id, { text, bearing, side, color }) {
    const icon = make("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
      make("path", { d: ICONS[bearing],
        transform: side === "left" ? "matrix(-1 0 0 1 20 0)" : "" }));
    const letter = color ? color[0].toUpperCase() : "";
    const name = color ? `${text}, ${color}` : text;
    return make("button", { type: "button", class: `maneuver ${color ?? ""}`, title: name,
      "aria-label": name, "data-words": text,
      onclick: () => this.board.focusOn({ ask: "maneuver", id, text }) },
      icon, make("small", { "aria-hidden": "true" }, letter));
  }

  other({ words, question }) {
    const asked = `${question.ask.replaceAll("_", " ")} ${Object.values(question).slice(1).join(" ")}`;
    return make("button", { type: "button", "data-words": asked,
      onclick: () => this.board.focusOn(question) }, words);
  }

  /** Offer the places where a Tallon roll may end. */
  showPlaces({ dial }, asked) {
    const entry = dial.find((each) => each.text === asked?.text);
    const places = (entry?.places.length ?? 0) > 1 ? entry.places : [];
    keyed(this.moves.places, places, (place) => place,
      (place) => make("button", { type: "button" }, place),
      (button, place) => {
        button.onclick = () => this.board.focusOn({ ...asked, at: place });
        button.setAttribute("aria-pressed", String((asked.at ?? entry.places[0]) === place));
      });
  }

  // Layers, stock, keys

  buildLayers() {
    const { board } = this;
    const boxes = Object.entries(LAYERS).map(([layer, name]) => make("label", {},
      make("input", { type: "checkbox", checked: true, onchange: (event) => {
        board.element.classList.toggle(`hide-${layer}`, !event.target.checked);
        board.stage.pin();
      } }), ` ${name}`));
    return make("details", {}, make("summary", {}, "Layers"), make("div", { class: "list" }, ...boxes,
      make("label", {}, board.fixed, " Terrain stays where it is")));
  }

  buildStock() {
    const { board } = this;
    this.stock = make("select", { "aria-label": "What to add" });
    this.seat = make("select", { "aria-label": "Whose" },
      ...[["0", "seat 0"], ["1", "seat 1"], ["", "nobody's"]].map(([value, name]) =>
        make("option", { value }, name)));
    const add = make("button", { type: "button", onclick: () => {
      const [what, kind] = JSON.parse(this.stock.value);
      const [x, y] = [board.tidy(board.stage.view.x), board.tidy(board.stage.view.y)];
      const seat = this.seat.value === "" ? null : Number(this.seat.value);
      board.ask("add", { what, kind, x, y, seat });
    } }, "Add");
    this.stockRoot = make("details", {}, make("summary", {}, "Add to the table"),
      make("div", { class: "row" }, this.stock, this.seat, add));
    return this.stockRoot;
  }

  showStock(stock) {
    const signature = JSON.stringify(stock);
    if (this.stock.signature === signature) return;
    this.stock.signature = signature;
    this.stockRoot.hidden = !stock.piece.length && !stock.terrain.length;
    const group = (label, what) => make("optgroup", { label }, ...stock[what].map((kind) =>
      make("option", { value: JSON.stringify([what, kind]) }, kind)));
    this.stock.replaceChildren(group("Pieces", "piece"), group("Terrain", "terrain"));
  }

  buildKeys() {
    return make("details", {}, make("summary", {}, "Keys"), make("dl", {},
      ...KEYS.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])));
  }
}
