import { strings as all } from "#strings/work.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { useEntries } from "../editors/entries.ts";
import styles from "./Adjudication.module.css";
import type { Agreement, Match } from "./agreement.ts";
import type { Opened } from "./opened.ts";
import { wordsFor } from "./own-answer.ts";
import { pickEdits } from "./picks.ts";

const strings = all.adjudication;

interface MatchesProps {
  readonly current: Opened;
  readonly agreement: Agreement;
  /** Shows all answers at once, or the own one. */
  readonly setLayer: (layer: "all" | "mine") => void;
  /** Selects the first of these objects on the item; a new array does so again. */
  readonly pointAt: (keys: readonly string[]) => void;
}

/** The objects of all answers, to look at and to use one by one. */
export function Matches({ current, agreement, setLayer, pointAt }: MatchesProps) {
  const { document, isReadOnly } = current;
  const mine = useEntries(document);
  const { matches } = agreement;
  if (matches.length === 0) return null;
  const pick = (match: Match, from: number) => {
    document.apply({
      name: strings.took(match.name, strings.annotator(from + 1)),
      edits: pickEdits(match, from, agreement, mine),
    });
    setLayer("mine");
  };
  return (
    <>
      <div className={styles.head}>
        <h2>{wordsFor(strings.single, { editor: current.editor, item: current.task.item })}</h2>
        <span className={styles.near}>{strings.from}</span>
      </div>
      <ul className={styles.matches}>
        {matches.map((match, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: matches keep their places
          <li key={place} className={styles.match}>
            <button
              type="button"
              className={styles.name}
              aria-label={strings.point(match.name)}
              onClick={() => {
                setLayer("all");
                pointAt(match.keys.filter((key) => key !== null));
              }}
            >
              {match.name}
            </button>
            <Badge tone={match.share === 1 && isSame(match.details) ? "good" : "warn"}>
              {match.hasOtherEnds
                ? strings.overlap(countOf(match))
                : strings.having(countOf(match), match.keys.length)}
            </Badge>
            <span className={styles.from}>
              {match.keys.map((key, from) =>
                key === null ? null : (
                  <Button
                    key={key}
                    isDisabled={isReadOnly}
                    aria-pressed={mine.has(key)}
                    aria-label={strings.took(match.name, strings.annotator(from + 1))}
                    onPress={() => pick(match, from)}
                  >
                    {from + 1}
                  </Button>
                ),
              )}
            </span>
            <Details details={match.details} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many annotators have the object. */
function countOf({ keys }: Match): number {
  return keys.filter((key) => key !== null).length;
}

/** What annotators gave an object beside its label: once if those who have it agree, otherwise what each gave. */
function Details({ details }: Pick<Match, "details">) {
  const [one = ""] = details.filter((said) => said !== null);
  const each = details.flatMap((said, from) => (said === null ? [] : strings.says(from + 1, said)));
  const said = isSame(details) ? one : each.join(" · ");
  return said === "" ? null : (
    <span dir="auto" className={styles.details}>
      {said}
    </span>
  );
}

/** Whether the annotators who have an object agree on what it has beside its label. */
function isSame(details: Match["details"]): boolean {
  return new Set(details.filter((said) => said !== null)).size <= 1;
}
