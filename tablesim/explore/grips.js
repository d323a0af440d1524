// Grips: handles on the stage that stand for numbers of a question.  They keep their size at any
// zoom, are dragged like things, and can be focused and moved with the keys.

const ARM = 52; // pixels from a place to the tip of an arrow that has no length

/** How each kind of grip looks; every kind has a shape of its own. */
const SHAPES = { way: "M-8 0A8 8 0 1 0 8 0A8 8 0 1 0 -8 0Z", angle: "M11 0L-7 -8L-3 0L-7 8Z",
  place: "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0ZM-14 0H-4M4 0H14M0 -14V-4M0 4V14" };

class Grips {
  constructor(stage) {
    this.stage = stage;
    this.shown = [];
    this.root = make("g", { class: "grips" });
  }

  /**
   * Show grips: {key, kind, name} and a place {at}, or a direction {angle, far}, with the place
   * {from} where it starts; far is null where no length is meant.
   */
  show(grips) {
    this.shown = grips;
    keyed(this.root, grips, (grip) => grip.key, (grip) => this.draw(grip), (node, grip) => {
      node.setAttribute("aria-label", grip.name);
      say(node.querySelector("text"), grip.mark ?? "");
    });
    this.pin();
  }

  draw({ key, kind }) {
    return make("g", { class: `grip ${kind}`, "data-grip": key, tabindex: 0, role: "button" },
      make("path", { class: "lead" }),
      make("g", {}, make("circle", { r: 20, class: "hit" }),
        make("path", { class: "knob", d: SHAPES[kind] }), make("text", { y: 4 })));
  }

  /** Put all to their places; give those places, on the page. */
  pin() {
    return this.shown.map((grip, i) => {
      const [lead, knob] = this.root.children[i].children;
      const from = grip.from && this.stage.toPage(grip.from);
      const [x, y] = grip.at ? this.stage.toPage(grip.at) : this.tip(grip, from);
      lead.setAttribute("d", from ? `M${from.join(" ")}L${x} ${y}` : "");
      const turn = grip.at ? "" : ` rotate(${-grip.angle})`;
      knob.setAttribute("transform", `translate(${x} ${y})${turn}`);
      return [x, y];
    });
  }

  tip({ angle, far }, [x, y]) {
    const size = far === null ? ARM : far * this.stage.view.scale;
    const turn = (angle * Math.PI) / 180;
    return [x + size * Math.cos(turn), y - size * Math.sin(turn)];
  }

  focus(key) {
    this.root.querySelector(`[data-grip="${key}"]`)?.focus();
  }
}
