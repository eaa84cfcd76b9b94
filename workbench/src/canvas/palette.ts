/**
 * Twenty colours that people of any colour vision tell apart as well as twenty can be: Okabe and Ito's, then those of
 * Paul Tol's "muted" and "vibrant" schemes and of Petroff (2021) that are farthest from the ones before. They mean
 * nothing but labels.
 */
const PALETTE = [
  ...[
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#d55e00",
    "#cc79a7",
    "#56b4e9",
    "#f0e442",
    "#332288",
    "#882255",
    "#44aa99",
  ],
  ...[
    "#999933",
    "#ee3377",
    "#117733",
    "#bbbbbb",
    "#aa4499",
    "#661100",
    "#6699cc",
    "#ddcc77",
    "#832db6",
    "#717581",
  ],
] as const;

/** The colour of the label at a place in the project's list; after twenty they begin anew. */
export function colourAt(place: number): string {
  return PALETTE[place % PALETTE.length] ?? PALETTE[0];
}
