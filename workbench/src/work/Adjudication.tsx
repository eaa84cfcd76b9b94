import { useMemo, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { useActions } from "../actions/use-actions.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { editsBetween } from "../drafts/choose.ts";
import type { Entries } from "../drafts/document.ts";
import { AnswerEditor } from "../editors/answer/AnswerEditor.tsx";
import { useShownDocument } from "../editors/answer/use-shown-document.ts";
import { useEntries } from "../editors/entries.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import styles from "./Adjudication.module.css";
import { type Agreement, agreementOf, type Match } from "./agreement.ts";
import type { Opened } from "./opened.ts";
import { allEntries, pickEdits } from "./picks.ts";
import { adjudicationActions } from "./review-actions.ts";
import type { TaskQueue } from "./task-queue.ts";

const strings = all.adjudication;

interface AdjudicationProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
  readonly onExclude: () => void;
}

/** `mine`, all answers at once, or the answer of one annotator. */
type Layer = "mine" | "all" | number;

/** The answers that disagree, and the adjudicator's answer that is built from them. */
export function Adjudication({ current, onExclude }: AdjudicationProps) {
  const { Component, task, guidelines, document, editor, answers, isReadOnly } = current;
  const [layer, setLayer] = useState<Layer>(answers.length === 0 ? "mine" : 0);
  const agreement = useMemo(
    () => agreementOf({ editor, project: guidelines, item: task.item }, answers),
    [guidelines, editor, task, answers],
  );
  const isMine = layer === "mine";
  const shown = useShownDocument(useMemo(() => entriesAt(agreement, layer), [agreement, layer]));
  const takeAll = (from: number) => {
    const edits = editsBetween(document.entries(), agreement.layers[from] ?? new Map());
    document.apply({ name: strings.tookAll(strings.annotator(from + 1)), edits });
    setLayer("mine");
  };
  useActions(
    adjudicationActions({
      exclude: onExclude,
      showNext: () => setLayer(nextLayer(layer, answers.length)),
      takeAll: () => typeof layer === "number" && takeAll(layer),
      canTake: () => typeof layer === "number" && !isReadOnly,
    }),
  );
  return (
    <div className={styles.split}>
      <div className={styles.editor}>
        <AnswerEditor
          editor={editor}
          Component={Component}
          key={isMine ? "mine" : "shown"}
          item={task.item}
          project={guidelines}
          document={isMine ? document : shown}
          isReadOnly={isReadOnly || !isMine}
        />
      </div>
      <section className={styles.side} aria-label={strings.answers}>
        <Layers {...{ answers, agreement, layer, setLayer, takeAll, isReadOnly }} />
        <Matches {...{ current, agreement, setLayer }} />
        <Button look="danger" isDisabled={isReadOnly} onPress={onExclude}>
          {strings.exclude}
        </Button>
      </section>
    </div>
  );
}

interface LayersProps {
  readonly answers: Opened["answers"];
  readonly agreement: Agreement;
  readonly layer: Layer;
  readonly setLayer: (layer: Layer) => void;
  readonly takeAll: (from: number) => void;
  readonly isReadOnly: boolean;
}

function Layers({ answers, agreement, layer, setLayer, takeAll, isReadOnly }: LayersProps) {
  const choice = (id: Layer, title: string) => (
    <Button key={title} aria-pressed={layer === id} onPress={() => setLayer(id)}>
      {title}
    </Button>
  );
  return (
    <>
      <h2>{strings.answers}</h2>
      <div className={styles.row}>
        {choice("mine", strings.yours)}
        {agreement.matches.length > 0 && choice("all", strings.all)}
      </div>
      {agreement.nearness.map((near, from) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers keep their places
        <section key={from} className={styles.answer} aria-label={strings.annotator(from + 1)}>
          {choice(from, strings.annotator(from + 1))}
          <p dir="auto">{sayResult(answers[from]?.result)}</p>
          <span className={styles.near}>{strings.agrees(Math.round(near * 100))}</span>
          <Button isDisabled={isReadOnly} onPress={() => takeAll(from)}>
            {strings.use}
          </Button>
        </section>
      ))}
    </>
  );
}

interface MatchesProps {
  readonly current: Opened;
  readonly agreement: Agreement;
  readonly setLayer: (layer: Layer) => void;
}

function Matches({ current, agreement, setLayer }: MatchesProps) {
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
      <h2>{strings.objects}</h2>
      <ul className={styles.list}>
        {matches.map((match, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: matches keep their places
          <li key={place} className={styles.match}>
            <span>{match.name}</span>
            <Badge tone={match.share === 1 ? "good" : "warn"}>
              {strings.having(match.keys.filter((key) => key !== null).length, match.keys.length)}
            </Badge>
            {match.keys.map((key, from) =>
              key === null ? null : (
                <Button
                  key={key}
                  isDisabled={isReadOnly}
                  aria-pressed={mine.has(key)}
                  onPress={() => pick(match, from)}
                >
                  {strings.annotator(from + 1)}
                </Button>
              ),
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The entries of the shown answers; none for the adjudicator's own, which has its own document. */
function entriesAt(agreement: Agreement, layer: Layer): Entries<unknown> {
  if (layer === "all") return new Map(allEntries(agreement));
  return agreement.layers[layer === "mine" ? -1 : layer] ?? new Map();
}

function nextLayer(layer: Layer, count: number): Layer {
  const next = typeof layer === "number" ? layer + 1 : 0;
  return next < count ? next : "mine";
}
