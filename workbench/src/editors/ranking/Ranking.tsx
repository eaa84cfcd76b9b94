import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { type ReactNode, use, useRef, useState } from "react";
import { strings as mediaStrings } from "#strings/editors/media.ts";
import { strings } from "#strings/editors/ranking.ts";
import type { Action } from "../../actions/action.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { Markdown } from "../../design/Markdown.tsx";
import type { Entries } from "../../drafts/document.ts";
import { BesideContext } from "../beside.ts";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { fieldKey, targetsOf } from "../fields/answers.ts";
import { FormattedContext } from "../fields/formatted.ts";
import { MarkingHelp } from "../fields/inputs.ts";
import { useQuickAnswers } from "../fields/quick-answers.ts";
import { useQuestions } from "../fields/use-questions.tsx";
import { CompareResponses } from "../media/CompareResponses.tsx";
import { responsesOf, type ShownResponse } from "../media/conversation.ts";
import { Conversation } from "../media/Steps.tsx";
import { QuestionsContext } from "../questions.ts";
import { ORDER, orderIn } from "./answer.ts";
import { dropped, type Order, picked, type RankingMoves, shifted, tied, withdrawn } from "./order.ts";
import { RankedResponses, ResponseMoves } from "./RankedResponses.tsx";
import styles from "./Ranking.module.css";
import { type Drag, useDrag } from "./use-drag.ts";

/** Where this browser keeps that responses are shown formatted although passages of them can be marked. */
const FORMATTED = "assay-formatted";

/** Whether passages of the responses are marked. */
function hasMarks(
  entries: Entries<unknown>,
  fields: readonly FieldDefinition[],
  ids: readonly string[],
): boolean {
  const isAnswered = (answer: unknown) => Array.isArray(answer) && answer.length > 0;
  return fields.some(({ name }) => ids.some((id) => isAnswered(entries.get(fieldKey(name, id)))));
}

/** The prompt, the anonymous responses side by side, and their places. */
export function Ranking({ item, project, document, isReadOnly }: EditorProps) {
  const entries = useEntries(document);
  const order = orderIn(entries);
  const responses = responsesOf(item);
  const [selected, select] = useState<string | null>(null);
  const ids = responses.map(({ id }) => id);
  const letterOf = (id: string) => responses.find((response) => response.id === id)?.letter ?? "";
  const reorder = (name: string, id: string, after: Order) => {
    select(id);
    if (!isReadOnly && JSON.stringify(after) !== JSON.stringify(order))
      change(document, name, [[ORDER, after]]);
  };
  const moves: RankingMoves = {
    pick: (id) => reorder(strings.place(letterOf(id)), id, picked(order, id, ids)),
    tie: (id) => reorder(strings.tieOne(letterOf(id)), id, order.length === 0 ? [ids] : tied(order, id)),
    shift: (id, by) => reorder(strings.move(letterOf(id)), id, shifted(order, id, by)),
    drop: (id, onto, landing) => reorder(strings.move(letterOf(id)), id, dropped(order, id, onto, landing)),
    withdraw: (id) => reorder(strings.remove(letterOf(id)), id, withdrawn(order, id)),
  };
  useActions(isReadOnly ? [] : rankingActions(responses, selected ?? order.flat().at(-1) ?? ids[0], moves));
  const targets = targetsOf({}, new Map(), item);
  const { ask } = useQuestions({ project, document, isReadOnly, targets });
  const drag = useDrag(isReadOnly ? undefined : moves.drop);
  const beside = use(BesideContext);
  const questions = use(QuestionsContext);
  const columns = useRef<HTMLDivElement>(null);
  const quick = useQuickAnswers(columns, isReadOnly, "parts");
  const marking = project.fields.filter(({ type }) => type === "highlight");
  const isMarked = marking.length > 0;
  const [isFormatted, format] = useState(() => {
    const isForMarks = isReadOnly ? hasMarks(entries, marking, ids) : isMarked;
    return !isForMarks || localStorage.getItem(FORMATTED) !== null;
  });
  const toggle = () => {
    if (isFormatted) localStorage.removeItem(FORMATTED);
    else localStorage.setItem(FORMATTED, "1");
    format(!isFormatted);
  };
  return (
    <div className={styles.frame}>
      {beside !== null && <div className={styles.beside}>{beside}</div>}
      {questions !== null && <div className={styles.asked}>{questions}</div>}
      <details open className={styles.prompt}>
        <summary>{mediaStrings.conversation}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div tabIndex={0} className={styles.said}>
          <Conversation item={item} />
        </div>
      </details>
      <RankedResponses {...{ order, responses, moves, selected, isReadOnly, drag }} />
      <CompareResponses item={item} className={styles.tools}>
        {isMarked && <Button onPress={toggle}>{isFormatted ? strings.asWritten : strings.formatted}</Button>}
      </CompareResponses>
      {isMarked && (
        <div>
          {marking.map((field) => (
            <MarkingHelp key={field.name} {...{ field, isFormatted, isReadOnly }} />
          ))}
        </div>
      )}
      <div
        className={styles.columns}
        data-digits
        data-marked-once={marking.length === 1 || undefined}
        {...quick}
        ref={columns}
      >
        <FormattedContext value={isMarked && isFormatted}>
          {responses.map((response, place) => (
            <Response
              key={response.id}
              {...{ response, isReadOnly }}
              digit={place < 9 ? place + 1 : null}
              place={order.findIndex((group) => group.includes(response.id)) + 1}
              isSelected={response.id === selected}
              onPick={() => moves.pick(response.id)}
              moves={
                <ResponseMoves {...{ order, moves, isReadOnly }} id={response.id} letter={response.letter} />
              }
              questions={ask("response", {
                ...{ id: response.id, text: response.text },
                name: mediaStrings.response(response.letter),
              })}
              drag={drag}
              isFormatted={isFormatted}
            />
          ))}
        </FormattedContext>
      </div>
    </div>
  );
}

interface ResponseProps {
  readonly response: ShownResponse;
  readonly digit: number | null;
  /** From 1; 0 if the response has no place. */
  readonly place: number;
  readonly isSelected: boolean;
  readonly isReadOnly: boolean;
  readonly onPick: () => void;
  readonly moves: ReactNode;
  /** The fields asked of the response. */
  readonly questions: readonly ReactNode[];
  readonly drag: Drag;
  /** False while the questions show the text as it was written, so that passages of it can be marked. */
  readonly isFormatted: boolean;
}

function Response({
  response: { id, letter, text },
  digit,
  place,
  isSelected,
  isReadOnly,
  onPick,
  moves,
  questions,
  drag,
  isFormatted,
}: ResponseProps) {
  return (
    <section
      className={styles.response}
      aria-label={mediaStrings.response(letter)}
      data-selected={isSelected || undefined}
      {...drag.dropOn(id)}
    >
      <header className={styles.head} data-question={place === 0 ? "answer" : undefined} {...drag.handle(id)}>
        <button type="button" className={styles.pick} onClick={onPick} disabled={isReadOnly}>
          {mediaStrings.response(letter)}
          {digit !== null && <kbd>{digit}</kbd>}
        </button>
        <span className={styles.place} data-placed={place > 0 ? place : undefined}>
          {place === 0 ? strings.none : strings.at(place)}
        </span>
        {moves}
      </header>
      {isFormatted && (
        <div className={styles.words}>
          <Markdown>{text}</Markdown>
        </div>
      )}
      {questions.length > 0 && (
        <fieldset className={styles.questions}>
          <legend>{mediaStrings.response(letter)}</legend>
          {questions}
        </fieldset>
      )}
    </section>
  );
}

function rankingActions(
  responses: readonly ShownResponse[],
  selected: string | undefined,
  { pick, tie, shift, withdraw }: RankingMoves,
): readonly Action[] {
  const withSelected = (deed: (id: string) => void) => ({
    isEnabled: () => selected !== undefined,
    run: () => selected !== undefined && deed(selected),
  });
  return [
    ...responses.slice(0, 9).map(({ id, letter }, place) => ({
      id: `ranking.pick-${place + 1}`,
      title: strings.place(letter),
      keys: [`Digit${place + 1}`],
      run: () => pick(id),
    })),
    { id: "ranking.tie", title: strings.tieAbove, keys: ["="], ...withSelected(tie) },
    {
      id: "ranking.up",
      title: strings.upAction,
      keys: ["Alt+ArrowUp"],
      ...withSelected((id) => shift(id, -1)),
    },
    {
      id: "ranking.down",
      title: strings.downAction,
      keys: ["Alt+ArrowDown"],
      ...withSelected((id) => shift(id, 1)),
    },
    {
      id: "ranking.out",
      title: strings.removeAction,
      keys: ["Delete", "Backspace"],
      ...withSelected(withdraw),
    },
  ];
}
