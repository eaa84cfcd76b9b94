import { countObjects } from "@assay/domain/fields.ts";
import { type CSSProperties, Fragment, useRef } from "react";
import { strings as all } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { keyName } from "../actions/key-name.ts";
import { keysOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { change, useEntries } from "../editors/entries.ts";
import { pickableLabels } from "../editors/labels/pickable.ts";
import { canonicalName } from "../editors/names.ts";
import { labelsIn } from "../editors/text-classification/answer.ts";
import { useTyped } from "../editors/use-typed.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import styles from "./AuditBar.module.css";
import type { Opened } from "./opened.ts";
import { REASON } from "./reason.ts";
import { auditActions, backAction, reasonAction, verdictActions } from "./review-actions.ts";
import type { TaskQueue } from "./task-queue.ts";
import { hasOneLabel } from "./use-stream.ts";
import { type ChangeVerdict, changeVerdict, VERDICT } from "./verdict.ts";

const strings = all.audit;

/** Of the delivered label in the bar. */
const MOST_CHARACTERS = 80;

interface AuditBarProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
}

/** The auditor's decision about the label that they see; in a blind audit they answer without seeing it. */
export function AuditBar({ current, queue }: AuditBarProps) {
  if (current.shown === null) {
    return (
      <section className={styles.bar} aria-label={strings.title}>
        <p>{strings.blind}</p>
      </section>
    );
  }
  return current.isAccepting ? (
    <ShownLabel current={current} queue={queue} />
  ) : (
    <ChangedLabel current={current} queue={queue} shown={current.shown} />
  );
}

/** The verdicts; that nothing is to change is the proposal. */
function ShownLabel({ current, queue }: AuditBarProps) {
  const correct = (verdict: ChangeVerdict) => {
    queue.correct();
    choose(current, verdict);
  };
  const actions = meant(auditActions({ accept: () => queue.submit(), change: correct }), current);
  useActions(actions);
  return (
    <section className={styles.bar} aria-label={strings.title}>
      <Question current={current} />
      {actions.toReversed().map(({ id, title, keys, run }) => (
        <Button
          key={id}
          look={id === "review.accept" ? "primary" : "plain"}
          isDisabled={current.isReadOnly}
          onPress={run}
        >
          {title} <kbd>{shownKey({ id, keys })}</kbd>
        </Button>
      ))}
    </section>
  );
}

/** Asks about the delivered label: a label of the whole item is named in its color, what is marked on the item is counted. */
function Question({ current: { task, guidelines } }: Pick<AuditBarProps, "current">) {
  const { label: delivered } = task.item;
  const names = labelsIn(delivered);
  const [before, after] = strings.question;
  if (names.length === 0) {
    const type = canonicalName(guidelines.annotation_type) ?? "";
    return <p>{strings.objects(type, countObjects(delivered))}</p>;
  }
  const colors = new Map(pickableLabels(guidelines, names).map(({ name, color }) => [name, color]));
  return (
    <p className={styles.question}>
      {before}
      {names.map((name, place) => (
        <Fragment key={name}>
          {place > 0 && ", "}
          <strong style={{ "--label": colors.get(name) } as CSSProperties}>{name}</strong>
        </Fragment>
      ))}
      {after}
    </p>
  );
}

/** The verdicts with a meaning: one label without questions has no small change. */
function meant(actions: readonly Action[], { guidelines }: Opened): readonly Action[] {
  return hasOneLabel(guidelines) ? actions.filter(({ id }) => !id.endsWith("accepted_with_change")) : actions;
}

interface ChangedLabelProps extends AuditBarProps {
  readonly shown: NonNullable<Opened["shown"]>;
}

/**
 * The verdict on a label that the auditor changes: the one that the change proposes, until they choose. The verdicts stand where they
 * stood before, so that a second tap does not undo the first.
 */
function ChangedLabel({ current, queue, shown }: ChangedLabelProps) {
  const { document, editor, guidelines, task } = current;
  const entries = useEntries(document);
  const subject = { editor, project: guidelines, item: task.item };
  const verdict = changeVerdict({ subject, shown, entries });
  const actions = meant(
    verdictActions("changing", (chosen) => choose(current, chosen)),
    current,
  );
  const back = backAction(() => queue.uncorrect());
  useActions([back, ...actions]);
  return (
    <section className={styles.bar} aria-label={strings.title}>
      <p>{strings.changing(sayResult(task.item.label, MOST_CHARACTERS))}</p>
      <fieldset className={styles.verdicts} aria-label={strings.choice}>
        {actions.toReversed().map(({ id, title, keys, run }) => (
          <Button key={id} aria-pressed={id.endsWith(verdict)} isDisabled={current.isReadOnly} onPress={run}>
            {title} <kbd>{shownKey({ id, keys })}</kbd>
          </Button>
        ))}
      </fieldset>
      <Button isDisabled={current.isReadOnly} onPress={back.run}>
        {strings.backShort} <kbd>{shownKey(back)}</kbd>
      </Button>
    </section>
  );
}

/** The auditor's own key of an action, or the usual one. */
function shownKey(action: Pick<Action, "id" | "keys">): string {
  return keyName(keysOf(action)[0] ?? "");
}

function choose({ document }: Opened, verdict: ChangeVerdict): void {
  change(document, strings.choice, [[VERDICT, verdict]]);
}

/**
 * The field for what is wrong with the label, beside the editor's controls, so that the image keeps its size; saved with the draft. Nothing
 * until the label is wrong.
 */
export function AuditReason({ current }: Pick<AuditBarProps, "current">) {
  const { document, editor, guidelines, task, shown, isAccepting } = current;
  const entries = useEntries(document);
  if (shown === null || isAccepting) return null;
  const subject = { editor, project: guidelines, item: task.item };
  return changeVerdict({ subject, shown, entries }) === "wrong" && <Reason document={document} />;
}

function Reason({ document }: Pick<Opened, "document">) {
  const reason = useEntries(document).get(REASON);
  const typed = useTyped(typeof reason === "string" ? reason : "", (text) =>
    change(document, strings.reasonChange, [[REASON, text === "" ? undefined : text]]),
  );
  const field = useRef<HTMLInputElement>(null);
  const write = reasonAction(() => field.current?.focus());
  useActions([write]);
  return (
    <div className={styles.reason} data-reason>
      <Field
        {...typed}
        inputRef={field}
        label={
          <>
            {strings.reason} <kbd>{shownKey(write)}</kbd>
          </>
        }
        description={strings.reasonHelp}
        data-question={REASON}
      />
    </div>
  );
}
