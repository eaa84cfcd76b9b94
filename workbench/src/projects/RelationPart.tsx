import type { LabelInput } from "@assay/domain/labels.ts";
import { strings as all } from "#strings/projects.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Checkboxes } from "../design/Checkboxes.tsx";
import type { LabelDraft } from "./draft.ts";
import styles from "./LabelsEditor.module.css";

const strings = all.labels;

interface RelationPartProps {
  readonly label: LabelDraft;
  readonly others: readonly LabelDraft[];
  /** Makes the label a relation type, or undefined one of spans. */
  readonly onRelation: (relation: LabelInput["relation"] | undefined) => void;
}

/** Makes the label a relation type, and chooses the labels of the spans at its ends. */
export function RelationPart({ label, others, onRelation }: RelationPartProps) {
  const { name, relation } = label;
  const spans = others.filter((other) => other.relation === undefined && other.name.trim() !== "");
  const nameOf = new Map(spans.map((other) => [other.id ?? other.name, other.name]));
  const idOf = (chosen: string) => spans.find((other) => other.name === chosen)?.id ?? chosen;
  const ends = [
    ["source", strings.source(name)],
    ["target", strings.target(name)],
  ] as const;
  return (
    <div className={styles.relation}>
      <Checkbox
        aria-label={strings.isRelation(name)}
        isSelected={relation !== undefined}
        onChange={(isOn) => onRelation(isOn ? {} : undefined)}
      >
        {strings.relation}
      </Checkbox>
      {relation !== undefined &&
        ends.map(([end, title]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own line
          <div key={end} role="group" aria-label={title} className={styles.ends}>
            <span>{end === "source" ? strings.from : strings.to}</span>
            <Checkboxes
              options={[...nameOf.keys()]}
              chosen={(relation[end] ?? []).map(idOf)}
              nameOf={(id) => nameOf.get(id) ?? id}
              onChange={(chosen) => onRelation({ ...relation, [end]: [...chosen] })}
            />
          </div>
        ))}
      {relation !== undefined && <p className={styles.hint}>{strings.endsHelp}</p>}
    </div>
  );
}
