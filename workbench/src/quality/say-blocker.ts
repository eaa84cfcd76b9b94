import { strings as all } from "#strings/quality.ts";
import { strings as work } from "#strings/work.ts";
import { formatTime } from "../strings/format.ts";
import type { Blocker } from "./blockers-query.ts";

const strings = all.blockers;

/** What a batch or project waits for, in a sentence. */
export function sayBlocker(blocker: Blocker, nameOf: (member_id: string) => string): string {
  const { kind, count, detail, member_id } = blocker;
  switch (kind) {
    case "failed":
      return strings.failed(detail ?? "");
    case "hold":
      return strings.hold;
    case "returned":
      return sayReturned(blocker, nameOf);
    case "conflict":
      return strings.conflict(count);
    case "tied":
      return strings.tied(count);
    case "skipped":
      return strings.skipped(count, saySkips(detail ?? ""));
    case "skipped_once":
      return strings.skippedOnce(count, saySkips(detail ?? ""));
    case "paused":
      return strings.paused(nameOf(member_id ?? ""), detail ?? "");
    case "audit":
      return strings.audit(count);
    case "model_check":
      return strings.modelCheck(count);
    case "overlap":
      return strings.overlap(count, detail ?? "");
    case "comment":
      return strings.comment(count);
    case "gold":
      return strings.gold(count, detail ?? "");
    case "training":
      return strings.training(count, detail ?? "");
    case "untrained":
      return strings.untrained(nameOf(member_id ?? ""), detail ?? "");
    case "export":
      return strings.exportFailed(detail ?? "");
    case "run":
      return strings.run(count, detail ?? "");
    case "import":
      return strings.import(count, detail ?? "");
    case "upload":
      return strings.upload(count, detail ?? "");
  }
}

/** Stored reasons with their counts, such as "Bad media (1), Text is cut off (2)", in the words of the work screen. */
function saySkips(reasons: string): string {
  return Object.entries(work.skip.reasons).reduce(
    (said, [stored, words]) => said.replace(`${stored} (`, `${words} (`),
    reasons,
  );
}

function sayReturned(
  { count, detail, can_act: { members, member_ids } }: Blocker,
  nameOf: (member_id: string) => string,
): string {
  const who = members > member_ids.length ? members : member_ids.map(nameOf);
  const until = detail?.replace(/^(\S+) (\S+) UTC$/, "$1T$2:00Z") ?? ""; // in ISO 8601
  return strings.returned(count, who, formatTime(until));
}

/** Who can act: a few people by name; nothing where the person who is signed in can. */
export function sayWho(
  { roles, members, member_ids }: Blocker["can_act"],
  nameOf: (member_id: string) => string,
  me: string,
): string {
  if (member_ids.includes(me)) return "";
  if (members === 0) return strings.nobodyCan(roles);
  if (members > member_ids.length) return strings.manyCan(members);
  return strings.theseCan(member_ids.map(nameOf));
}
