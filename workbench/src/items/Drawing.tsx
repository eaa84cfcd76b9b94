import { useMemo, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { useMemberName } from "../api/members.ts";
import { Button } from "../design/Button.tsx";
import { Panel } from "../design/Panel.tsx";
import { AnswerView } from "../editors/answer/AnswerView.tsx";
import type { WholeAnswer } from "../editors/answer/answer.ts";
import type { Guidelines } from "../editors/editor.ts";
import { isRecord } from "../editors/record.ts";
import { sayResult } from "../thumbnails/say-result.ts";
import styles from "./ItemPage.module.css";
import type { Answer, Item } from "./item.ts";

const strings = all.drawing;

/** Something that can be drawn on the item: its label, an answer or a prediction. */
interface Drawable extends WholeAnswer {
  readonly key: string;
  readonly title: string;
}

const NOTHING: WholeAnswer = { result: null, fields: null };

interface DrawingProps {
  readonly item: Item;
  readonly project: Guidelines;
  /** Oldest first. */
  readonly answers: readonly Answer[];
}

/** The item with its label drawn on it, or one of its answers and predictions; a text is compared with the first. */
export function Drawing({ item, project, answers }: DrawingProps) {
  const drawables = drawablesOf(item, answers, useMemberName());
  const [chosen, choose] = useState<string>();
  const [first] = drawables;
  const shown = drawables.find(({ key }) => key === chosen) ?? first;
  const { result, fields } = shown ?? NOTHING;
  const text = first === undefined || shown === first ? null : textOf(first.result);
  const name = item.label === null ? (first?.title ?? "") : strings.theLabel;
  const other = useMemo(() => (text === null ? null : { name, text }), [name, text]);
  return (
    <Panel title={strings.title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown */}
      <div role="group" aria-label={strings.choose} className={styles.choice}>
        {drawables.map(({ key, title }) => (
          <Button key={key} aria-pressed={key === shown?.key} onPress={() => choose(key)}>
            <span className={styles.title}>{title}</span>
          </Button>
        ))}
        {drawables.length === 0 && <p>{strings.none}</p>}
      </div>
      <AnswerView {...{ item, project, result, fields, other }} />
    </Panel>
  );
}

/** The label first, then the answers, oldest first, then the predictions of models. */
function drawablesOf(item: Item, answers: readonly Answer[], nameOf: (id: string) => string): Drawable[] {
  const label = item.label === null ? [] : [{ result: item.label, fields: item.fields }];
  return [
    ...label.map((given) => ({ ...given, key: "label", title: strings.label(wordsOf(given.result)) })),
    ...answers.map((answer) => {
      const { id, superseded_at, result, fields } = answer;
      const title = titleOf(answer, nameOf(answer.member_id));
      return { result, fields, key: id, title: superseded_at === null ? title : strings.superseded(title) };
    }),
    ...item.predictions.map(({ model, version, result, fields }) => {
      const name = version === null ? model : `${model} ${version}`;
      return { result, fields, key: `model ${name}`, title: strings.prediction(wordsOf(result), name) };
    }),
  ];
}

/** An answer by its result in words and who gave it; a text only by who gave it, because it is too long for a button. */
export function titleOf({ kind, result }: Answer, name: string): string {
  const says = kind === "audit" ? strings.audit : strings.answer;
  return says(wordsOf(result), name);
}

function wordsOf(result: unknown): string | null {
  return textOf(result) === null ? sayResult(result) : null;
}

/** The text of a result that is one. */
function textOf(result: unknown): string | null {
  return isRecord(result) && typeof result.text === "string" ? result.text : null;
}
