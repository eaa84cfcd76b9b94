import { count, formatNumber } from "../../format.ts";

const RESPONSES = { one: "response has no place yet", other: "responses have no place yet" };

/** The editor of rankings. */
export const strings = {
  formatted: "Show formatted",
  asWritten: "Show as written",
  places: "Places",
  title: "From best to worst",
  help: {
    keys: "Press the digits, or click the names, from best to worst",
    touch: "Touch the best one first",
  },
  unranked: "No responses ranked yet.",
  equal: "All are equal",
  moveUp: (letter: string) => `Move response ${letter} up`,
  moveDown: (letter: string) => `Move response ${letter} down`,
  tieOne: (letter: string) => `Tie response ${letter}`,
  untieOne: (letter: string) => `Untie response ${letter}`,
  place: (letter: string) => `Place response ${letter}`,
  move: (letter: string) => `Move response ${letter}`,
  remove: (letter: string) => `Remove response ${letter}`,
  none: "No place yet",
  at: (place: number) => `Place ${formatNumber(place)}`,
  tieAbove: "Tie with the place above",
  upAction: "Move up",
  downAction: "Move down",
  removeAction: "Remove",
  missingOne: (letter: string) => `Response ${letter} has no place yet`,
  missing: (responses: number) => count(responses, RESPONSES),
};
