import { strings } from "#strings/editors/rating.ts";
import type { Editor } from "../editor.ts";
import { isRecord } from "../record.ts";
import { RATING, ratingsIn, scalesOf } from "./answer.ts";

/** The editor for ratings on the project's scales; one entry per scale. */
export const rating: Editor = {
  load: async () => (await import("./Rating.tsx")).Rating,
  toEntries: (result) =>
    isRecord(result) && isRecord(result.ratings)
      ? Object.entries(result.ratings).map(([name, value]) => [RATING + name, value])
      : [],
  toResult: (entries) => ({ ratings: ratingsIn(entries) }),
  missing: (entries, project) => {
    const open = scalesOf(project).find(({ name }) => !entries.has(RATING + name));
    return open === undefined ? null : strings.missing(open.name);
  },
};
