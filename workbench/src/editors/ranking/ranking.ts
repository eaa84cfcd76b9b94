import { strings } from "#strings/editors/ranking.ts";
import type { Editor } from "../editor.ts";
import { responsesOf } from "../media/conversation.ts";
import { isRecord } from "../record.ts";
import { ORDER, orderIn } from "./answer.ts";
import { orderOf, rankingOf } from "./order.ts";

/** The editor for an order of a conversation's responses; one entry holds the order. */
export const ranking: Editor = {
  load: async () => (await import("./Ranking.tsx")).Ranking,
  asksOnCards: true,
  toEntries: (result) => {
    if (!isRecord(result) || !Array.isArray(result.ranking)) return [];
    const ties = Array.isArray(result.ties) ? result.ties : [];
    return [[ORDER, orderOf(result.ranking, ties)]];
  },
  toResult: (entries) => rankingOf(orderIn(entries)),
  missing: (entries, _project, item) => {
    const placed = orderIn(entries).flat();
    const open = responsesOf(item).filter(({ id }) => !placed.includes(id));
    const [first] = open;
    if (first === undefined) return null;
    return open.length === 1 ? strings.missingOne(first.letter) : strings.missing(open.length);
  },
};
