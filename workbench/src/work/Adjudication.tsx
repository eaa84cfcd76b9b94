import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { editsBetween } from "../drafts/choose.ts";
import type { Entries } from "../drafts/document.ts";
import { AnswerEditor } from "../editors/answer/AnswerEditor.tsx";
import type { Subject } from "../editors/answer/answer.ts";
import { BesideContext } from "../editors/beside.ts";
import { EmptyChoiceContext } from "../editors/empty.ts";
import { useEntries } from "../editors/entries.ts";
import { LookingContext } from "../editors/looking.ts";
import type { SelectedObject } from "../editors/selected-object.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import styles from "./Adjudication.module.css";
import { AuthorLine } from "./AuthorLine.tsx";
import { type Agreement, agreementOf } from "./agreement.ts";
import { Matches } from "./Matches.tsx";
import type { Opened } from "./opened.ts";
import { EMPTY, emptyEdit, isEmpty, isGiven, takenEntries, takesEmpty, wordsFor } from "./own-answer.ts";
import { allEntries } from "./picks.ts";
import { ADJUDICATION_KEYS, adjudicationActions } from "./review-actions.ts";
import { createShownAnswer, type Looked } from "./shown-answer.ts";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.adjudication;

interface AdjudicationProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
  readonly onExclude: () => void;
  readonly selected: SelectedObject;
}

/** `mine`, all answers at once, or the answer of one annotator. */
type Layer = "mine" | "all" | number;

/**
 * The answers that disagree, and the adjudicator's answer. They look at one after another; what they change or use becomes their own, and
 * only their own is decided.
 */
export function Adjudication({ current, queue, onExclude, selected }: AdjudicationProps) {
  const { Component, task, guidelines, document, editor, answers, isReadOnly } = current;
  const [layer, setLayer] = useState<Layer>(answers.length === 0 ? "mine" : 0);
  const agreement = useMemo(
    () => agreementOf({ editor, project: guidelines, item: task.item }, answers),
    [guidelines, editor, task, answers],
  );
  const looked = useMemo(() => lookedAt(agreement, layer), [agreement, layer]);
  const [shown] = useState(() => createShownAnswer(document, looked, () => setLayer("mine")));
  useLayoutEffect(() => shown.show(looked), [shown, looked]);
  const [pointed, pointAt] = useState<readonly string[]>([]);
  useEffect(() => {
    const [key] = pointed;
    if (key !== undefined) selected.show(key); // once the answer with the object is shown
  }, [selected, pointed]);
  const subject = { editor, project: guidelines, item: task.item };
  const isBegun = isGiven(subject, useEntries(document));
  const first = sayMissing(layer, isBegun, takesEmpty(subject) ? sayEmpty(subject) : null);
  useEffect(() => document.onFinish(() => first), [document, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was missing is another thing now
  useEffect(() => queue.hush(), [queue, layer]);
  const takeAll = (from: number) => {
    const taken = takenEntries(subject, agreement.layers[from] ?? new Map());
    const edits = editsBetween(document.entries(), taken);
    document.apply({ name: strings.tookAll(strings.annotator(from + 1)), edits });
    setLayer("mine");
  };
  const takeShown = () => typeof layer === "number" && takeAll(layer);
  const canTake = typeof layer === "number" && !isReadOnly;
  const showNext = () => setLayer(nextLayer(layer, answers.length, agreement.matches.length > 0));
  useActions(
    adjudicationActions({
      exclude: onExclude,
      showNext,
      takeAll: takeShown,
      canTake: () => canTake,
    }),
  );
  return (
    <div className={styles.adjudication}>
      <section className={styles.bar} aria-label={strings.title} data-decision>
        <p>
          {layer === "all"
            ? wordsFor(strings.shownAll, subject)
            : sayLayer(layer, isBegun, answers.length, first)}
        </p>
        <div className={styles.deeds}>
          {answers.length > 0 && <Deed id="review.show-next" run={showNext} title={strings.next} />}
          {answers.length > 0 && (
            <Deed id="review.take-all" run={takeShown} title={strings.use} isPrimary isDisabled={!canTake} />
          )}
          <Deed
            id="work.submit"
            run={() => queue.submit()}
            title={all.bar.decide}
            isPrimary={layer === "mine"}
            isDisabled={isReadOnly}
          />
        </div>
      </section>
      <div className={styles.editor}>
        <EmptyChoiceContext value={takesEmpty(subject) ? sayEmpty(subject) : null}>
          <LookingContext value={layer === "mine" ? "own" : layer === "all" ? "several" : "other"}>
            <BesideContext
              value={
                <>
                  <section className={styles.answers} aria-label={strings.answers} data-beside>
                    <h2>{strings.answers}</h2>
                    <Layers {...{ current, agreement, layer, setLayer, takeAll }} />
                    <Matches {...{ current, agreement, setLayer, pointAt }} />
                  </section>
                  <Exclude isDisabled={isReadOnly} onPress={onExclude} />
                </>
              }
            >
              <AnswerEditor
                editor={editor}
                Component={Component}
                item={task.item}
                project={guidelines}
                document={shown}
                selected={selected}
                isReadOnly={isReadOnly}
              />
            </BesideContext>
          </LookingContext>
        </EmptyChoiceContext>
      </div>
    </div>
  );
}

interface ExcludeProps {
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

/** Takes the item out of its batch. It stands last in the panel, far from *Skip*, which leaves the item to somebody else. */
function Exclude({ isDisabled, onPress }: ExcludeProps) {
  return (
    <div className={styles.exclude}>
      <Button look="danger" isDisabled={isDisabled} onPress={onPress}>
        {strings.exclude}
      </Button>
    </div>
  );
}

interface DeedProps {
  readonly id: keyof typeof ADJUDICATION_KEYS;
  readonly title: string;
  readonly run: () => void;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
}

/** A button of the bar with its key, where the screen has room for keys. */
function Deed({ id, title, run, isPrimary = false, isDisabled = false }: DeedProps) {
  return (
    <Button look={isPrimary && !isDisabled ? "primary" : "plain"} isDisabled={isDisabled} onPress={run}>
      {title} <kbd>{keyName(keyOf(id, ADJUDICATION_KEYS[id]))}</kbd>
    </Button>
  );
}

interface LayersProps {
  readonly current: Opened;
  readonly agreement: Agreement;
  readonly layer: Layer;
  readonly setLayer: (layer: Layer) => void;
  readonly takeAll: (from: number) => void;
}

/** The answers to look at, each in a few words. */
function Layers({ current, agreement, layer, setLayer, takeAll }: LayersProps) {
  const { answers, document, editor, guidelines, task, isReadOnly } = current;
  const mine = useEntries(document);
  const ways = { layer, setLayer };
  const subject = { editor, project: guidelines, item: task.item };
  const say = (entries: Entries<unknown>, result: unknown) =>
    takesEmpty(subject) && isEmpty(subject, entries) ? sayEmpty(subject) : sayResult(result);
  const chooseEmpty = () => {
    document.apply({ name: sayEmpty(subject), edits: [emptyEdit(mine)] });
    setLayer("mine");
  };
  const isAgreed = agreement.nearness.some((near) => Math.round(near * 100) > 0);
  return (
    <div className={styles.list}>
      {agreement.nearness.map((near, from) => (
        <Way
          // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places
          key={from}
          {...ways}
          to={from}
          title={strings.annotator(from + 1)}
          said={say(agreement.layers[from] ?? new Map(), answers[from]?.result)}
          line={
            layer === "all" &&
            task.item.file.content_type.startsWith("image/") && <AuthorLine author={from + 1} />
          }
          aside={isAgreed ? strings.agrees(Math.round(near * 100)) : undefined}
        >
          <Button
            aria-label={strings.tookAll(strings.annotator(from + 1))}
            isDisabled={isReadOnly}
            onPress={() => takeAll(from)}
          >
            {strings.useShort}
          </Button>
        </Way>
      ))}
      {agreement.matches.length > 0 && <Way {...ways} to="all" title={strings.all} said={strings.allHelp} />}
      <Way
        {...ways}
        to="mine"
        title={strings.yours}
        said={isGiven(subject, mine) ? say(mine, editor.toResult(mine, task.item)) : strings.nothingYet}
      >
        {takesEmpty(subject) && isEmpty(subject, mine) && (
          <Button aria-pressed={mine.has(EMPTY)} isDisabled={isReadOnly} onPress={chooseEmpty}>
            {sayEmpty(subject)}
          </Button>
        )}
      </Way>
    </div>
  );
}

interface WayProps extends Pick<LayersProps, "layer" | "setLayer"> {
  readonly to: Layer;
  readonly title: string;
  /** The answer in a few words. */
  readonly said: string;
  readonly aside?: string | undefined;
  /** How its objects look among those of all answers. */
  readonly line?: ReactNode;
  readonly children?: ReactNode;
}

/** One answer; pressing it shows it on the item. */
function Way({ layer, setLayer, to, title, said, aside, line, children }: WayProps) {
  return (
    <section className={styles.answer} aria-label={title} data-shown={layer === to || undefined}>
      <button type="button" className={styles.look} aria-pressed={layer === to} onClick={() => setLayer(to)}>
        <span className={styles.who}>
          <span>{title}</span>
          {aside !== undefined && <span className={styles.near}>{aside}</span>}
        </span>
        <span dir="auto" className={to === "all" ? styles.near : styles.said}>
          {said} {line}
        </span>
      </button>
      {children}
    </section>
  );
}

/** The shown answer; null for the adjudicator's own, which has its own document. */
function lookedAt(agreement: Agreement, layer: Layer): Looked | null {
  if (layer === "mine") return null;
  if (layer === "all") return { entries: new Map(allEntries(agreement)), isMany: true };
  return { entries: agreement.layers[layer] ?? new Map(), isMany: false };
}

/** What is on the screen, and what can be done with it. */
function sayLayer(
  layer: Exclude<Layer, "all">,
  isBegun: boolean,
  count: number,
  missing: string | null,
): string {
  if (layer !== "mine") return strings.shown(strings.annotator(layer + 1), isBegun);
  if (count === 0 && !isBegun) return strings.noAnswers;
  return missing ?? strings.shownMine;
}

/**
 * Why nothing is decided yet: another answer is shown, or the own one is empty without their word. `empty` names the empty answer; null if
 * the type takes none, and the editor says what is missing.
 */
function sayMissing(layer: Layer, isBegun: boolean, empty: string | null): string | null {
  if (layer === "mine") return isBegun || empty === null ? null : strings.emptyFirst(empty);
  if (isBegun) return strings.ownFirst;
  return layer === "all" ? strings.useOne : strings.useFirst;
}

/** What the choice of an empty answer says, such as "No objects". */
function sayEmpty(subject: Subject): string {
  return wordsFor(strings.none, subject);
}

/** The next answer of an annotator, then all of them at once; the own one is not among them. */
function nextLayer(layer: Layer, count: number, hasAll: boolean): Layer {
  const next = typeof layer === "number" ? layer + 1 : 0;
  if (next < count) return next;
  return layer !== "all" && hasAll ? "all" : 0;
}
