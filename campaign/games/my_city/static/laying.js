// The cells of a building that a finger lays, turns and moves; it never hangs over the edge.
// The server says which places are legal (`spot.legal`); no rule is decided here.

const place = (words) => ({
  column: words.charCodeAt(0) - 65,
  row: Number(words.slice(1, words.indexOf("/"))) - 1,
  turns: Number(words.slice(words.indexOf("/") + 1)),
});

export class Laying {
  /** spot: {turns: the cells of the building by turns, legal: ["E5/1"], columns, rows} */
  constructor(spot) {
    this.spot = spot;
    this.known = new Set(spot.legal);
    this.legal = spot.legal.map(place);
    const shapes = spot.turns.map((shape) => JSON.stringify(shape));
    this.fewest = shapes.map((shape) => shapes.indexOf(shape));
  }

  /** The text of a place, with the fewest turns that give this shape. */
  name({ column, row, turns }) {
    return `${String.fromCharCode(65 + column)}${row + 1}/${this.fewest[turns]}`;
  }

  fits(piece) {
    return this.known.has(this.name(piece));
  }

  cells({ column, row, turns }) {
    return this.spot.turns[turns].map(([x, y]) => [column + x, row + y]);
  }

  /** The names of the cells, such as E6 E7. */
  cellNames(piece) {
    return this.cells(piece).map(([x, y]) => `${String.fromCharCode(65 + x)}${y + 1}`).join(" ");
  }

  covers(piece, [column, row]) {
    return this.cells(piece).some(([x, y]) => x === column && y === row);
  }

  /** The cells on which a tap lays the building with these turns: the cells of its legal places. */
  dots(turns) {
    const cells = this.legalAs(turns).flatMap((piece) => this.cells(piece));
    return [...new Map(cells.map((cell) => [cell.join(), cell])).values()];
  }

  legalAs(turns) {
    return this.legal.filter((piece) => piece.turns === this.fewest[turns]);
  }

  /** The least number of quarter turns with which the building fits anywhere; 0 if none fits. */
  firstTurns() {
    return Math.max(0, this.fewest.findIndex((_, turns) => this.legalAs(turns).length));
  }

  /** The corner of the building's picture: [column, row]. */
  corner(piece) {
    const cells = this.cells(piece);
    return [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  }

  /** The building, moved as little as needed so that it does not hang over the edge. */
  pushed(piece) {
    const shape = this.spot.turns[piece.turns];
    const within = (at, i, most) => {
      const along = shape.map((cell) => cell[i]);
      return Math.min(Math.max(at, -Math.min(...along)), most - 1 - Math.max(...along));
    };
    const column = within(piece.column, 0, this.spot.columns);
    return { ...piece, column, row: within(piece.row, 1, this.spot.rows) };
  }

  /** The building on a tapped cell: with its first cell there, or at the nearest legal place that
   * covers the cell. If there is none, it lies there although it does not fit. */
  tapped(cell, turns) {
    const [column, row] = cell;
    const first = { column, row, turns, cell };
    if (this.fits(first)) return first;
    const far = (piece) => {
      const cells = this.cells(piece);
      const middle = (i) => cells.reduce((sum, at) => sum + at[i], 0) / cells.length;
      return Math.hypot(middle(0) - column, middle(1) - row);
    };
    const near = this.legalAs(turns).filter((piece) => this.covers(piece, cell));
    if (!near.length) return { ...this.pushed(first), cell };
    const best = near.reduce((one, other) => (far(other) < far(one) ? other : one));
    return { ...best, turns, cell };
  }

  /** A quarter turn clockwise, over the cell that was tapped. */
  turned(piece) {
    return this.tapped(piece.cell, (piece.turns + 1) % 4);
  }

  moved(piece, columns, rows) {
    const to = this.pushed({ ...piece, column: piece.column + columns, row: piece.row + rows });
    return { ...to, cell: [to.column, to.row] };
  }
}
