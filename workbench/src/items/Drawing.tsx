import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { useMemberName } from "../api/members.ts";
import { projectQuery } from "../api/project.ts";
import { Button } from "../design/Button.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import type { WholeAnswer } from "../editors/answer/answer.ts";
import { asGuidelines } from "../thumbnails/item.ts";
import styles from "./ItemPage.module.css";
import { type Answer, answersQuery, type Item } from "./item.ts";

const strings = all.drawing;

const AnswerView = lazy(async () => ({
  default: (await import("../editors/answer/AnswerView.tsx")).AnswerView,
}));

/** Something that can be drawn on the item: its label, an answer or a prediction. */
interface Drawable extends WholeAnswer {
  readonly key: string;
  readonly title: string;
}

const NOTHING: WholeAnswer = { result: null, fields: null };

/** The item with its label drawn on it, or one of its answers and predictions. */
export function Drawing({ item }: { readonly item: Item }) {
  const asked = useQuery({ ...projectQuery(item.project_id), select: asGuidelines });
  const { data: project } = asked;
  const answers = useQuery(answersQuery(item.id));
  const drawables = drawablesOf(item, answers.data?.data ?? [], useMemberName());
  const [chosen, choose] = useState<string>();
  const shown = drawables.find(({ key }) => key === chosen) ?? drawables[0];
  const { result, fields } = shown ?? NOTHING;
  const failed = [asked, answers].find(({ error }) => error !== null);
  return (
    <Panel title={strings.title}>
      {failed !== undefined && <FetchState query={failed} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown */}
      <div role="group" aria-label={strings.choose} className={styles.choice}>
        {drawables.map(({ key, title }) => (
          <Button key={key} aria-pressed={key === shown?.key} onPress={() => choose(key)}>
            {title}
          </Button>
        ))}
        {answers.isSuccess && drawables.length === 0 && <p>{strings.none}</p>}
      </div>
      {project !== undefined && (
        <div className={styles.drawing} data-image={item.file.content_type.startsWith("image/")}>
          <Suspense fallback={<p role="status">{strings.loading}</p>}>
            <AnswerView {...{ item, project, result, fields }} />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}

/** The label first, then the answers, oldest first, then the predictions of models. */
function drawablesOf(item: Item, answers: readonly Answer[], nameOf: (id: string) => string): Drawable[] {
  const label = item.label === null ? [] : [{ result: item.label, fields: item.fields }];
  return [
    ...label.map((given) => ({ ...given, key: "label", title: strings.label })),
    ...answers.map(({ id, kind, member_id, superseded_at, result, fields }) => {
      const title = (kind === "audit" ? strings.audit : strings.answer)(nameOf(member_id));
      return { result, fields, key: id, title: superseded_at === null ? title : strings.superseded(title) };
    }),
    ...item.predictions.map(({ model, version, result, fields }) => {
      const name = version === null ? model : `${model} ${version}`;
      return { result, fields, key: `model ${name}`, title: strings.prediction(name) };
    }),
  ];
}
