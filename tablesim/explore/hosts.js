// The hosts of a board: a notebook, the page of a server, a file.

/** In a notebook: messages of an anywidget, and of its kernel. */
function render({ model, el }) {
  const replay = model.get("replay");
  if (Object.keys(replay).length) {
    const shown = new Replay(el, replay);
    return () => shown.close();
  }
  const asked = new Map();
  const mine = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let count = 0;
  let told = () => {};
  const receive = ({ id, reply, version }) => {
    if (asked.has(id)) {
      asked.get(id)(reply);
      asked.delete(id);
    } else told(version ?? reply.version); // another view of the board, or Python itself
  };
  model.on("msg:custom", receive);
  const host = {
    ask: (request) => new Promise((resolve) => {
      const id = `${mine}-${count += 1}`;
      asked.set(id, resolve);
      model.send({ id, request });
    }),
    pushed: (callback) => { told = callback; },
  };
  el.dataset.lmSuppressShortcuts = "true"; // JupyterLab: keys in here are ours
  const board = new Board(el, host);
  return () => {
    model.off("msg:custom", receive);
    board.close();
  };
}

/** On the page of a server: one POST for each request. */
function page(el) {
  const post = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json(); // what is refused says why, as {error}
  };
  const host = {
    address: true,
    ask: (request) => post("ask", request),
    pushed: (callback) => {
      // Somebody else may have moved something while this page was in the background.
      document.addEventListener("visibilitychange", () => {
        if (!document.hidden) callback(Infinity);
      });
    },
  };
  if (el.dataset.file) host.save = () => post("save", {});
  return new Board(el, host);
}

/** In a file: a replay that needs nobody. */
function replay(el, data) {
  return new Replay(el, data, document);
}

export default { render, page, replay };
