import type { Frame } from "./grab-cut.ts";

/** Parts and holes below this share of a box are noise of the picture: of a box of 100 × 100, those below 25 pixels. */
const SPECK = 1 / 400;

/** What a pixel is: of the ground or of a thing, and once it belongs to a piece, of ground or thing that was met. */
const [GROUND, THING, MET_GROUND, MET_THING, OUTSIDE] = [0, 1, 2, 3, 4] as const;

/**
 * The labels of a box, 1 for the thing, without its small parts, and with its small holes filled. The largest part stays, however small it is.
 * `labels` are column by column, each `height` high, and 0 outside the box.
 */
export function withoutSpecks(labels: Uint8Array, height: number, box: Frame): Uint8Array {
  const [columns, rows] = [box.right - box.left, box.bottom - box.top];
  const least = SPECK * columns * rows;
  const side = rows + 2; // with a pixel outside around all, so that no step leaves the array
  const pixels = new Uint8Array((columns + 2) * side).fill(OUTSIDE);
  const from = (column: number) => (box.left + column) * height + box.top;
  for (let column = 0; column < columns; column += 1)
    pixels.set(labels.subarray(from(column), from(column) + rows), (column + 1) * side + 1);

  // holes hang together by edges, parts by corners too, so that no hole leaks through a corner
  const byEdges = [-1, 1, -side, side];
  const byCorners = [...byEdges, -side - 1, -side + 1, side - 1, side + 1];
  const small: Int32Array[] = [];
  let largest = 0;
  for (const { piece } of pieces(pixels, THING, MET_THING, byCorners)) {
    largest = Math.max(largest, piece.length);
    if (piece.length < least) small.push(piece.slice());
  }
  for (const part of small) if (part.length < largest) paint(pixels, part, GROUND);
  for (const { piece, isAtSide } of pieces(pixels, GROUND, MET_GROUND, byEdges))
    if (piece.length < least && !isAtSide) paint(pixels, piece, MET_THING);

  const clean = new Uint8Array(labels.length);
  for (let column = 0; column < columns; column += 1) {
    const inBox = pixels.subarray((column + 1) * side + 1, (column + 1) * side + 1 + rows);
    clean.set(
      inBox.map((pixel) => Number(pixel === MET_THING)),
      from(column),
    );
  }
  return clean;
}

interface Piece {
  /** The numbers of its pixels; only until the next piece is asked for. */
  readonly piece: Int32Array;
  /** It reaches a side of the box. */
  readonly isAtSide: boolean;
}

/** The pixels of one kind in pieces that hang together by steps; they become `met`. */
function* pieces(pixels: Uint8Array, kind: number, met: number, steps: readonly number[]): Generator<Piece> {
  const queue = new Int32Array(pixels.length);
  for (let first = pixels.indexOf(kind); first !== -1; first = pixels.indexOf(kind, first + 1)) {
    let [end, isAtSide] = [1, false];
    pixels[first] = met;
    queue[0] = first;
    for (let at = 0; at < end; at += 1) {
      for (const step of steps) {
        const pixel = (queue[at] ?? 0) + step;
        if (pixels[pixel] === OUTSIDE) isAtSide = true;
        if (pixels[pixel] !== kind) continue;
        pixels[pixel] = met;
        queue[end] = pixel;
        end += 1;
      }
    }
    yield { piece: queue.subarray(0, end), isAtSide };
  }
}

function paint(pixels: Uint8Array, piece: Int32Array, kind: number): void {
  for (const pixel of piece) pixels[pixel] = kind;
}
