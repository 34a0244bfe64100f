// The shell of every device: its seat, what it is shown, what it answers, and the way back to it.
// No rule of a game is here: the server says what can be answered, and decides every answer.

const words = JSON.parse(document.getElementById("words").textContent);
const $ = (id) => document.getElementById(id);
const MODULES = { "my-city": "/static/my_city.js", stickers: "/static/stickers.js" };
let view = null;
let source = null;
let busy = "";
let watches = sessionStorage.getItem("watches") === "yes";
let drawn = null;

/** An element with attributes, and children or text; `on…` is a listener. */
export function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

/** The picture in some text of the server, as an element. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
  return parsed ? document.adoptNode(parsed) : document.createTextNode("");
}

export function say(text) {
  $("message").textContent = text;
}

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const said = answer.status === 429 ? { why: words.slower } : await answer.json();
  return { code: answer.status, said };
}

/** What a device can do; each game's module is given it. */
export const device = {
  words,
  /** Give an answer; true where it was taken. */
  async answer(line) {
    return send("/answer", { version: view.version, line });
  },
  async back() {
    return send("/back", { version: view.version });
  },
  /** What an answer would do: {words, …}, or {why}. */
  async look(line) {
    try {
      return (await post("/look", { line })).said;
    } catch {
      return { why: words.notSent };
    }
  },
  /** Ask yes or no. */
  ask(question) {
    const box = $("question");
    box.querySelector("p").textContent = question;
    box.returnValue = "no";
    box.showModal();
    return new Promise((done) => {
      box.addEventListener("close", () => done(box.returnValue === "yes"), { once: true });
    });
  },
};

async function send(path, body) {
  if (busy) return false;
  busy = view.version;
  document.body.classList.add("busy");
  try {
    const { code, said } = await post(path, body);
    if (code === 200) {
      say("");
      return true;
    }
    calm();
    if (said.view) show(said.view);
    say(said.why ?? "");
    if (code === 401) lost();
  } catch {
    calm();
    say(words.notSent);
  }
  return false;
}

function calm() {
  busy = "";
  document.body.classList.remove("busy");
}

for (const box of [$("question"), $("panel")]) {
  box.addEventListener("click", (event) => {
    const key = event.target.closest(".keys button");
    if (key) box.close(key.value);
  });
}

// A panel lies over the game; the back button of the phone closes it.
export function open(...inside) {
  const box = $("panel");
  box.querySelector(".inside").replaceChildren(...inside);
  if (!box.open) {
    box.showModal();
    history.pushState({ panel: true }, "");
  }
}
$("panel").addEventListener("close", () => {
  if (history.state?.panel) history.back();
});
window.addEventListener("popstate", () => {
  if ($("panel").open) $("panel").close();
});

/** What else there is, one tap away. */
function more() {
  const link = (words, does) => make("button", { onclick: does }, words);
  open(
    make(
      "div",
      { class: "choose" },
      view.play.boards ? link(words.boards, boards) : null,
      view.pages ? link(words.brief, brief) : null,
      view.pages ? make("a", { class: "button", href: "/chronicle", target: "_blank" }, words.chronicle) : null,
      view.last.length ? link(words.last, last) : null,
      view.bgstats ? toBgStats() : null,
      view.seat === null ? link(words.seated, stand) : link(words.leave, stand),
    ),
  );
}
$("more").addEventListener("click", more);

async function look(path) {
  try {
    const answer = await fetch(path);
    const said = await answer.json();
    return answer.ok ? said : { why: said.why ?? "" };
  } catch {
    return { why: words.notSent };
  }
}

async function boards() {
  const all = await look("/boards");
  if (all.why !== undefined) return open(make("p", {}, all.why));
  const module = await import(MODULES[all.game] ?? "/static/choices.js");
  const place = make("div", {});
  module.draw(place, all, device);
  open(make("h2", {}, words.boards), make("div", { class: "shapes" }, picture(all.play.shapes)), place);
}

async function brief() {
  const page = await look("/brief");
  open(
    make("h2", {}, page.title ?? page.why),
    ...(page.sections ?? []).flatMap(({ heading, lines }) => [
      make("h3", {}, heading),
      make("ul", {}, ...lines.map((line) => make("li", {}, line))),
    ]),
  );
}

function last() {
  open(make("h2", {}, words.last), make("ol", {}, ...view.last.map((line) => make("li", {}, line))));
}

/** Leave the seat, or the place of a watcher, and choose again. */
async function stand() {
  $("panel").close();
  if (view.seat !== null && !(await device.ask(words.leaveWhy))) return;
  watches = false;
  sessionStorage.removeItem("watches");
  await sit(null);
}

async function show(next) {
  if (busy && next.version !== busy) calm();
  const first = view === null;
  view = next;
  $("away").hidden = true;
  document.title = view.title || words.title;
  $("title").textContent = view.title || words.title;
  document.body.dataset.seat = view.seat ?? "";
  document.body.dataset.version = view.version;
  document.body.dataset.game = view.over ? "" : view.game;
  $("more").hidden = false;
  $("shapes").innerHTML = view.play.shapes ?? "";
  seats();
  if (view.bgstats && location.pathname === "/bgstats") return draw(scanned);
  if (view.seat === null && !watches && view.seats.length) return choose();
  if (view.over) return draw(overview);
  if (!view.game) return draw(resting);
  const module = await import(MODULES[view.game] ?? "/static/choices.js");
  if (view === next) draw(module.draw);
  if (first) say("");
}

function draw(by) {
  const place = $("place");
  if (drawn !== by) place.replaceChildren();
  drawn = by;
  by(place, view, device);
}

/** Who sits there, who has answered, whose phone is away. */
function seats() {
  $("seats").replaceChildren(
    ...view.seats.map((one) => {
      const state = { true: words.answered, false: words.thinks }[one.answered] ?? "";
      const away = one.taken && !one.here ? ` (${words.away})` : "";
      return make(
        "li",
        { class: one.seat === view.seat ? "own" : "", "data-seat": one.seat },
        make("span", { class: "who" }, one.name),
        make("span", { "aria-hidden": "true" }, state === words.answered ? " ✓" : state ? " …" : ""),
        make("span", { class: "heard" }, ` ${state}`),
        away,
      );
    }),
  );
}

function choose() {
  drawn = choose;
  $("place").replaceChildren(
    make("h2", {}, words.whoAreYou),
    make(
      "div",
      { class: "choose" },
      ...view.seats.map((one) =>
        make(
          "button",
          { class: "act", disabled: one.taken, onclick: () => sit(one.seat) },
          one.name === one.seat ? one.seat : `${one.name} · ${one.seat}`,
          one.taken ? make("small", {}, words.taken) : null,
        ),
      ),
      make("button", { onclick: watch }, words.watch),
    ),
  );
}

async function sit(seat) {
  try {
    const { said } = await post("/seat", { seat });
    say(said.why ?? "");
    connect();
  } catch {
    say(words.notSent);
  }
}

function watch() {
  watches = true;
  sessionStorage.setItem("watches", "yes");
  show(view);
}

/** A link, followed only by whoever taps it. */
function toBgStats() {
  return make(
    "a",
    { class: "button", href: view.bgstats, target: "_blank", rel: "noopener noreferrer", "data-bgstats": true },
    words.bgstats,
    make("small", {}, words.bgstatsWhy),
  );
}

/** What a phone sees that has scanned the code of the link. */
function scanned(place) {
  place.replaceChildren(
    make("h2", {}, view.title),
    make("div", { class: "choose" }, toBgStats(), make("a", { class: "button", href: "/" }, words.title)),
  );
}

/** The code of the link, for phones that are not at the table. */
function toScan() {
  return make(
    "figure",
    { class: "scan" },
    make("img", { src: "/bgstats.svg", alt: words.bgstatsScan, width: 160, height: 160 }),
    make("figcaption", { class: "dim" }, words.bgstatsScan),
  );
}

function resting(place) {
  place.replaceChildren(
    ...(view.note.length ? view.note : [words.resting]).map((line) => make("p", {}, line)),
  );
}

/** The sheets at the end, and what follows. */
function overview(place) {
  const { heads, rows, totals, ranks } = view.sheets;
  const row = (label, cells, kind = "td") =>
    make("tr", {}, make("th", { scope: "row" }, label), ...cells.map((cell) => make(kind, {}, `${cell}`)));
  place.replaceChildren(
    make("h2", {}, words.over),
    make(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": words.sheet },
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, make("td"), ...heads.map((head) => make("th", { scope: "col" }, head)))),
        make(
          "tbody",
          {},
          ...rows.map(([label, ...cells]) => row(label, cells)),
          row(words.score, totals, "th"),
          row(words.rank, ranks),
        ),
      ),
    ),
    make("ul", {}, ...view.sheets.notes.map((line) => make("li", { class: "dim" }, line))),
    ...view.note.map((line) => make("p", {}, line)),
    ...view.bgstats ? [toBgStats()] : [],
    ...view.bgstats && view.seat === null ? [toScan()] : [],
    ...view.back ? [make("button", { onclick: () => device.back() }, `${words.back}: ${view.back}`)] : [],
    ...view.asks ? [make("p", { class: "dim" }, words.asks)] : [],
  );
}

function lost() {
  source?.close();
  view = null;
  $("more").hidden = true;
  $("seats").replaceChildren();
  drawn = lost;
  $("place").replaceChildren(make("h2", {}, words.scan), make("p", {}, words.scanWhy));
}

function connect() {
  source?.close();
  source = new EventSource("/events");
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.addEventListener("end", () => {
    source.close();
    document.querySelector(".scan")?.remove();
    away(words.ended);
    setTimeout(again, 5000);
  });
  source.onerror = () => {
    away(words.lost);
    if (source.readyState === EventSource.CLOSED) setTimeout(again, 2000);
  };
}

function away(why) {
  $("away").textContent = why;
  $("away").hidden = false;
}

/** After the server was away: is this device still known? */
async function again() {
  try {
    const { code } = await post("/seat", {});
    if (code === 401) lost();
    else connect();
  } catch {
    setTimeout(again, 2000);
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && view) connect();
});

async function begin() {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, "", location.pathname);
  try {
    const { code: status, said } = await post("/seat", code ? { token: code } : {});
    if (status !== 200) {
      lost();
      say(code ? said.why : "");
    } else connect();
  } catch {
    away(words.lost);
    setTimeout(begin, 2000);
  }
}

begin();
