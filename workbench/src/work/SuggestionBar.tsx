import { useMemo } from "react";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { editsBetween } from "../drafts/choose.ts";
import type { Entries } from "../drafts/document.ts";
import { entriesOf, suggestedEntries } from "../editors/answer/answer.ts";
import { useEntries } from "../editors/entries.ts";
import styles from "./AuditBar.module.css";
import type { Opened } from "./opened.ts";
import { SUGGESTION_KEYS, type SuggestionDeed, suggestionActions } from "./review-actions.ts";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.suggestion;

interface SuggestionBarProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
}

/** Says which model suggested the answer; accepts it, clears it, or brings it back. Nothing without a prediction. */
export function SuggestionBar({ current, queue }: SuggestionBarProps) {
  const { document, isReadOnly, task } = current;
  const [prediction] = task.item.predictions;
  const entries = useEntries(document);
  const { suggested, accepted } = useMemo(() => suggestionOf(current), [current]);
  const acceptance = editsBetween(entries, accepted);
  const isUnchanged = acceptance.length === 0 || editsBetween(entries, suggested).length === 0;
  const rest = [...entries].filter(([key, entry]) => [suggested, accepted].some((of) => has(of, key, entry)));
  const use = () => document.apply({ name: strings.restore, edits: acceptance });
  const accept = () => {
    use();
    queue.submit();
  };
  const clear = () => {
    const edits = rest.map(([key, before]) => ({ key, before, after: undefined }));
    document.apply({ name: strings.clear, edits });
  };
  const deeds: readonly SuggestionDeed[] = [
    ...(rest.length > 0 ? [{ what: "clear", run: clear } as const] : []),
    isUnchanged ? { what: "accept", run: accept } : { what: "restore", run: use },
  ];
  useActions(prediction === undefined || isReadOnly ? [] : suggestionActions(deeds));
  if (prediction === undefined) return null;
  return (
    <section className={styles.bar} aria-label={strings.title}>
      <p>
        {strings.from(prediction)} {isUnchanged ? strings.check : strings.changed}
      </p>
      {deeds.map(({ what, run }) => (
        <Button key={what} isDisabled={isReadOnly} onPress={run}>
          <kbd>{keyName(SUGGESTION_KEYS[what])}</kbd> {strings[what]}
        </Button>
      ))}
    </section>
  );
}

/** The entries of the item's suggestion, as the answer begins with it and as it is if all of it is accepted. */
function suggestionOf({ editor, guidelines, task: { item } }: Opened) {
  const [prediction] = item.predictions;
  const subject = { editor, project: guidelines, item };
  return {
    suggested: new Map(suggestedEntries(subject)),
    accepted: new Map(prediction && entriesOf(subject, prediction)),
  };
}

function has(entries: Entries<unknown>, key: string, entry: unknown): boolean {
  return JSON.stringify(entries.get(key)) === JSON.stringify(entry);
}
