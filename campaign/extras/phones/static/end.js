// The end of a game: the sheets, what follows, and the way to BG Stats.
import { make } from "/static/elements.js";

/** The sheets, what follows from them, and whether they are kept. */
export function draw(place, view, device) {
  const { words } = device;
  place.replaceChildren(
    make(
      "div",
      { class: "end" },
      make(
        "div",
        {},
        make("h2", {}, view.kept || words.over),
        view.asks ? make("p", { class: "now" }, words.asks) : null,
        sheet(view, words),
      ),
      make(
        "div",
        {},
        ...view.note.map((line) => make("p", {}, line)),
        ...view.bgstats ? [toBgStats(view, words)] : [],
        ...view.bgstats && view.seat === null ? [toScan(words)] : [],
        ...view.back ? [make("button", { onclick: () => device.back() }, `${words.back}: ${view.back}`)] : [],
      ),
    ),
  );
}

/** The sheets beside each other, the best first, and why ties broke. */
export function sheet({ sheets }, words) {
  const { heads, rows, totals, ranks, notes } = sheets;
  const row = (label, cells, kind = "td") =>
    make("tr", {}, make("th", { scope: "row" }, label), ...cells.map((cell) => make(kind, {}, `${cell}`)));
  return make(
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
    ...notes.map((line) => make("p", { class: "dim" }, line)),
  );
}

/** A link, followed only by whoever taps it. */
export function toBgStats(view, words) {
  return make(
    "a",
    { class: "button", href: view.bgstats, target: "_blank", rel: "noopener noreferrer", "data-bgstats": true },
    words.bgstats,
    make("small", {}, words.bgstatsWhy),
  );
}

/** What a phone sees that has scanned the code of the link. */
export function scanned(place, view, { words }) {
  place.replaceChildren(
    make("h2", {}, view.kept || view.title),
    make("div", { class: "choose" }, toBgStats(view, words), make("a", { class: "button", href: "/" }, words.title)),
  );
}

/** The code of the link, for phones that are not at the table. */
function toScan(words) {
  return make(
    "figure",
    { class: "scan" },
    make("img", { src: "/bgstats.svg", alt: words.bgstatsScan, width: 160, height: 160 }),
    make("figcaption", { class: "dim" }, words.bgstatsScan),
  );
}
