import { strings } from "#strings/editors/labels.ts";
import type { EditorProps } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { LabelBar } from "../labels/LabelBar.tsx";
import { pickableLabels } from "../labels/pickable.ts";
import { Media } from "../media/Media.tsx";
import { canonicalName } from "../names.ts";
import { Workspace } from "../Workspace.tsx";
import { GIVEN, givenLabels } from "./answer.ts";

/** The text, and the labels to choose from: one or several. */
export function TextClassification({ item, project, document, isReadOnly }: EditorProps) {
  const given = givenLabels(useEntries(document));
  const labels = pickableLabels(project, given);
  const takesMany = canonicalName(project.annotation_type) === "multilabel_classification";
  const pick = (name: string) => {
    const isGiven = given.includes(name);
    const others = takesMany || isGiven ? [] : given;
    change(document, isGiven ? strings.removed(name) : strings.given(name), [
      ...others.map((other) => [GIVEN + other, undefined] as const),
      [GIVEN + name, isGiven ? undefined : true],
    ]);
  };
  return (
    <Workspace
      side={
        <>
          <h2>{takesMany ? strings.chooseMany : strings.chooseOne}</h2>
          <LabelBar
            labels={labels}
            chosen={new Set(given)}
            onPick={pick}
            purpose={strings.labels}
            project={project}
            isReadOnly={isReadOnly}
            isTall
          />
        </>
      }
    >
      <Media item={item} />
    </Workspace>
  );
}
