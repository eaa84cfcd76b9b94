import { useMemo } from "react";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { editsBetween } from "../drafts/choose.ts";
import type { Entries } from "../drafts/document.ts";
import { entriesOf, suggestedEntries } from "../editors/answer/answer.ts";
import { useEntries } from "../editors/entries.ts";
import { giveLabel, labelsIn } from "../editors/text-classification/answer.ts";
import styles from "./AuditBar.module.css";
import type { Opened } from "./opened.ts";
import { rejectionOf } from "./rejection.ts";
import { type SuggestionDeed, suggestionActions } from "./review-actions.ts";
import type { TaskQueue } from "./task-queue.ts";
import { isStreamed, lettersOf } from "./use-stream.ts";

const strings = all.suggestion;

const ACCEPT = "suggestion.accept";

interface SuggestionBarProps {
  readonly current: Opened;
  readonly suggestion: Suggestion;
}

/** What an annotator can do with the suggestion of a model. */
interface Suggestion {
  /** The answer is the suggestion as it was given. */
  readonly isUnchanged: boolean;
  /** Empty without a prediction. */
  readonly deeds: readonly SuggestionDeed[];
}

/** Accepts the suggestion of the item's model, rejects it, clears it, or brings it back. */
export function useSuggestion(current: Opened, queue: TaskQueue): Suggestion {
  const { document, isReadOnly, task } = current;
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
    ...rejecting(current, queue),
    ...(rest.length > 0 ? [{ what: "clear", run: clear } as const] : []),
    isUnchanged ? { what: "accept", run: accept } : { what: "restore", run: use },
  ];
  const isOffered = task.kind === "annotate" && task.item.predictions.length > 0 && !isReadOnly;
  return { isUnchanged, deeds: isOffered ? deeds : [] };
}

/** Rejects the suggested label, in one step to the next item; nothing where an answer is more than a label. */
function rejecting(current: Opened, queue: TaskQueue): readonly SuggestionDeed[] {
  const { task, guidelines, document } = current;
  const [suggested] = labelsIn(task.item.predictions[0]?.result);
  if (suggested === undefined || !isStreamed(current)) return [];
  const rejection = rejectionOf(guidelines, suggested);
  if ("reason" in rejection) {
    return [{ what: "reject", run: () => queue.passOver("skip", rejection.reason) }];
  }
  const { label } = rejection;
  const run = () => {
    giveLabel(document, label);
    queue.submit();
  };
  return [{ what: "reject", title: strings.rejectFor(label), run }];
}

/** Says which model suggested the answer, with what can be done with it. Nothing without a prediction. */
export function SuggestionBar({ current, suggestion: { isUnchanged, deeds } }: SuggestionBarProps) {
  const [prediction] = current.task.item.predictions;
  const actions = suggestionActions(deeds, lettersOf(current));
  useActions(actions);
  if (prediction === undefined) return null;
  return (
    <section className={styles.bar} aria-label={strings.title} data-suggestion>
      <p>
        {strings.from(prediction, labelsIn(prediction.result).join(", ") || undefined)}{" "}
        {isUnchanged ? strings.check : strings.changed}
      </p>
      {actions.map(({ id, title, keys: [usual = ""], run }) => (
        <Button key={id} look={id === ACCEPT ? "primary" : "plain"} onPress={run}>
          {title} <kbd>{keyName(keyOf(id, usual))}</kbd>
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
