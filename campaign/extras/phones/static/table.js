// The shell of every device: its seat, what it is shown, what it answers.
// No rule of a game is here: the server says what can be answered, and decides every answer.
import { call, choice } from "/static/call.js";
import { close, connect, post, tell } from "/static/connection.js";
import { emblem, make, picture } from "/static/elements.js";
import * as end from "/static/end.js";
import { asksAnew } from "/static/taps.js";

const words = JSON.parse(document.getElementById("words").textContent);
const $ = (id) => document.getElementById(id);
let view = null;
let busy = ""; // the version of the view on which an answer is on its way
let watches = false;
let keeps = navigator.cookieEnabled; // whether the browser keeps anything, such as the token
try {
  watches = sessionStorage.getItem("watches") === "yes";
} catch {
  keeps = false;
}
let drawn = null; // what has drawn the page, and what was drawn
let content = "";

function say(text) {
  $("message").textContent = text;
}

/** What a device can do; each game's module is given it. */
export const device = {
  words,
  say,
  /** The version that is shown now. */
  get version() {
    return view.version;
  },
  /** Give an answer, after a question to what was shown before it; true where it was taken. */
  async answer(line, version = view.version) {
    return send("/answer", { version, line });
  },
  /** Take back; what somebody else has given is asked about. */
  async back() {
    const { version, backAsks } = view;
    if (backAsks && !(await device.ask(backAsks))) return false;
    return send("/back", { version, sure: backAsks !== "" });
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
    asksAnew();
    return new Promise((done) => {
      box.addEventListener("close", () => done(box.returnValue === "yes"), { once: true });
    });
  },
};

async function send(path, body) {
  if (busy) return false;
  const shown = view.version;
  busy = shown;
  document.body.classList.add("busy");
  try {
    const { code, said } = await post(path, body);
    if (code === 200) {
      say("");
      return true;
    }
    calm();
    if (said.view && (next ?? view)?.version === shown) show(said.view); // else a newer one has come
    say(said.why ?? "");
    if (code === 401) lost();
  } catch {
    calm();
    say(words.notSent);
    connect();
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
function open(...inside) {
  const box = $("panel");
  box.querySelector(".inside").replaceChildren(...inside.filter(Boolean));
  box.scrollTop = 0;
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
      view.sheets && drawn !== end.draw ? link(words.sheet, () => open(make("h2", {}, words.sheet), end.sheet(view, words))) : null,
      view.play.boards ? link(words.boards, boards) : null,
      view.pages ? link(words.brief, brief) : null,
      view.pages ? make("a", { class: "button", href: "/chronicle", target: "_blank" }, words.chronicle) : null,
      view.last.length ? link(words.last, last) : null,
      view.bgstats ? end.toBgStats(view, words) : null,
      choice(words),
      make(
        "div",
        { class: "languages" },
        ...Object.entries(JSON.parse(document.getElementById("languages").textContent)).map(([code, name]) =>
          make("button", { lang: code, "aria-pressed": String(document.documentElement.lang === code), onclick: () => speak(code) }, name),
        ),
      ),
      view.seat === null ? link(words.seated, stand) : link(words.leave, stand),
    ),
  );
}
$("more").addEventListener("click", more);

/** This device is spoken to in a language from now on. */
function speak(code) {
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
}

// A tab that is seen again speaks as the device does since.
document.addEventListener("visibilitychange", () => {
  const told = /(?:^|; )language=([^;]+)/.exec(document.cookie)?.[1];
  if (!document.hidden && told && told !== document.documentElement.lang) location.reload();
});

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
  const module = await drawing(all);
  if (!module) return open(make("p", {}, words.notSent));
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
  const newest = [...view.last].reverse().map((line) => make("li", {}, line));
  open(make("h2", {}, words.last), make("ul", { class: "moves" }, ...newest));
}

/** Leave the seat, or the place of a watcher, and choose again. */
async function stand() {
  $("panel").close();
  if (view.seat !== null && !(await device.ask(words.leaveWhy))) return;
  watches = false;
  sessionStorage.removeItem("watches");
  await sit(null);
}

// While a finger is down nothing is drawn: what it touches would be taken from under it. The tap
// comes a little after the finger has gone.
const AFTER = 80; // ms
let finger = false;
let next = null;
addEventListener("pointerdown", () => { finger = true; }, true);
for (const gone of ["pointerup", "pointercancel", "contextmenu"]) {
  addEventListener(gone, () => setTimeout(() => {
    finger = false;
    if (next) show(next);
  }, AFTER), true);
}

async function show(newest) {
  next = finger ? newest : null;
  if (finger) return;
  const own = busy !== "";
  if (busy && newest.version !== busy) calm();
  if (newest.version !== view?.version && $("message").textContent === words.notSent) say("");
  if (view && !own && asks(newest) && !asks(view)) call();
  if (view && asked(newest) !== asked(view)) asksAnew();
  view = newest;
  $("away").hidden = true;
  document.title = view.title || words.title;
  $("title").textContent = view.title || words.title;
  document.body.dataset.seat = view.seat ?? "";
  document.body.dataset.version = view.version;
  document.body.toggleAttribute("data-own", view.own && !view.over);
  $("more").hidden = false;
  seats();
  did();
  withdrawn();
  if (view.bgstats && location.pathname === "/bgstats") return draw(end.scanned);
  if (view.seat === null && !watches && view.seats.length) return draw(choose, JSON.stringify(view.seats));
  if (view.over) return draw(end.draw);
  if (!view.game) return draw(resting);
  const module = await drawing(view);
  if (view !== newest) return;
  if (module) return draw(module.draw, module.content?.(view));
  away(words.lost);
  setTimeout(() => view === newest && connect(), 2000);
}

/** Whether a view asks this device, and not whoever is quickest. */
const asks = ({ mine, awaited }) => mine && Boolean(awaited?.who);

/** What a view asks: where this changes, something else is below the finger. */
const asked = ({ mine, awaited, game, over, back, withdrawn }) =>
  JSON.stringify([mine, awaited?.when, awaited?.what, game, over, game === "stickers" && back, withdrawn]);

/** All that a view says, but not whose phone is there. */
const whole = (view) => JSON.stringify({ ...view, did: [], seats: view.seats.map(({ taken, here, ...one }) => one) });

let missed = 0; // how often a module could not be loaded; some browsers ask only once for a name

/** What draws a view: a module of the game, that of the stickers, or what all other games have. */
function drawing({ game, own }) {
  const file = own ? `${game}/phone.js` : game === "stickers" ? "stickers.js" : "choices.js";
  return import(`/static/${file}${missed ? `?${missed}` : ""}`).catch(() => {
    missed += 1;
    return null;
  });
}

/** Draw what is shown now, unless it stands there: what somebody is about to tap stays in its place. */
function draw(by, what = whole(view)) {
  const place = $("place");
  if (drawn === by && content === what) return;
  if (drawn !== by) place.replaceChildren();
  drawn = by;
  content = what;
  $("shapes").innerHTML = view.play.shapes ?? "";
  by(place, view, device);
}

/** Who sits there, who has answered, whose phone is away. */
function seats() {
  $("seats").replaceChildren(
    ...view.seats.map((one) => {
      const state = { true: words.answered, false: words.thinks }[one.answered] ?? "";
      return make(
        "li",
        { class: one.seat === view.seat ? "own" : "", "data-seat": one.seat },
        emblem(one.seat),
        make("span", { class: "who" }, one.name),
        // In My City each phone has its own score above its board.
        one.points === null || view.own ? null : make("span", { class: "score", title: words.points }, `${one.points}`),
        state ? make("span", { class: "state", "aria-hidden": "true" }, state === words.answered ? "✓" : "…") : null,
        make("span", { class: "heard" }, ` ${state}`),
        one.taken && !one.here ? make("span", { class: "away" }, ` (${words.away})`) : null,
      );
    }),
  );
}

/** What the others did, or what a roll paid: one line; a tap or a swipe up lists the last moves. */
function did() {
  const line = $("did");
  const shown = !view.over && view.last.length > 0 && (view.seat !== null || watches);
  line.hidden = !shown;
  const words = view.did.length ? view.did.join(", ") : view.last.at(-1) ?? "";
  if (line.textContent !== words) line.replaceChildren(make("span", { class: "lines" }, words));
}
$("did").addEventListener("click", last);
let swiped = null; // where a finger came down on the foot of the page
document.querySelector("footer").addEventListener("pointerdown", (event) => { swiped = event.clientY; });
addEventListener("pointerup", (event) => {
  if (swiped !== null && swiped - event.clientY > 24 && view?.last.length) last();
  swiped = null;
});

/** What was taken back last, with the way to put it back. */
function withdrawn() {
  const again = () => send("/again", { version: view.version });
  $("withdrawn").hidden = !view.withdrawn;
  if ($("withdrawn").dataset.words === view.version + view.withdrawn) return;
  $("withdrawn").dataset.words = view.version + view.withdrawn;
  $("withdrawn").replaceChildren(
    view.withdrawn,
    ...(view.again ? [" ", make("button", { onclick: again }, words.again)] : []),
  );
}

function choose(place) {
  const focused = place.contains(document.activeElement) ? document.activeElement.value : null;
  place.replaceChildren(
    make("h2", {}, words.whoAreYou),
    make(
      "div",
      { class: "choose" },
      ...view.seats.map((one) =>
        make(
          "button",
          { class: "act", value: one.seat, disabled: one.taken, onclick: () => sit(one.seat) },
          emblem(one.seat),
          make("span", {}, one.name),
          one.taken ? make("small", {}, one.here ? words.taken : words.takenAway.replace("{seat}", one.seat)) : null,
        ),
      ),
      make("button", { value: "*", onclick: watch }, words.watch),
    ),
  );
  // Another phone may take a seat while somebody with a keyboard goes through them.
  if (focused) [...place.querySelectorAll("button")].find((one) => one.value === focused)?.focus();
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

function resting(place) {
  const lines = [view.kept, ...view.note].filter(Boolean);
  const back = view.back ? [make("button", { onclick: () => device.back() }, `${words.back}: ${view.back}`)] : [];
  place.replaceChildren(
    ...(lines.length ? lines : [words.resting]).map((line) => make("p", {}, line)),
    ...back,
  );
}

function lost() {
  close();
  view = null;
  $("more").hidden = $("away").hidden = $("withdrawn").hidden = true;
  $("seats").replaceChildren();
  $("did").hidden = true;
  drawn = lost;
  $("place").replaceChildren(make("h2", {}, words.scan), make("p", {}, words.scanWhy));
}

function away(why) {
  $("away").textContent = why;
  $("away").hidden = false;
}

tell({
  words,
  shows: show,
  lost,
  away: (why = words.lost) => away(why),
  ends() {
    document.querySelector(".scan")?.remove();
    away(words.ended);
  },
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

if (keeps) begin();
else $("place").replaceChildren(make("p", {}, words.cookies));
// The next evening's code, opened where the last one was, does not load the page again.
addEventListener("hashchange", begin);
