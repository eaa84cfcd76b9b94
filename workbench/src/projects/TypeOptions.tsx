import { useRef } from "react";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import type { OptionsDraft } from "./changed-options.ts";
import { linesOf, pairsOf, type ScaleDraft } from "./draft.ts";
import { SkeletonBuilder } from "./SkeletonBuilder.tsx";
import styles from "./TypeOptions.module.css";

const strings = all.options;

const LINES = 6;

interface TypeOptionsProps {
  /** The names of the type's options. */
  readonly options: readonly string[];
  readonly draft: OptionsDraft;
  readonly onChange: (part: Partial<OptionsDraft>) => void;
  /** Answers may exist: points can only be added, and of scales only the words for the ends change. */
  readonly isKept?: boolean;
}

/** The options of a type besides labels: the points of a skeleton, the scales of a rating, or what a mask is. */
export function TypeOptions({ options, draft, onChange, isKept = false }: TypeOptionsProps) {
  return (
    <>
      {options.includes("keypoints") && (
        <SkeletonBuilder
          points={linesOf(draft.keypoints)}
          lines={pairsOf(draft.skeleton)}
          hasTemplates={!isKept}
          onChange={(points, lines) =>
            onChange({
              keypoints: points.join("\n"),
              skeleton: lines.map((pair) => pair.join(" - ")).join("\n"),
            })
          }
        />
      )}
      {options.includes("keypoints") && (
        <div className={styles.pair}>
          <Field
            label={strings.points}
            description={isKept ? strings.keptHelp : strings.pointsHelp}
            lines={LINES}
            value={draft.keypoints}
            onChange={(keypoints) => onChange({ keypoints })}
          />
          <Field
            label={strings.skeleton}
            description={strings.skeletonHelp}
            lines={LINES}
            value={draft.skeleton}
            onChange={(skeleton) => onChange({ skeleton })}
          />
        </div>
      )}
      {options.includes("scales") && (
        <Scales scales={draft.scales} onChange={(scales) => onChange({ scales })} isKept={isKept} />
      )}
      {options.includes("instances") && (
        <Checkbox isSelected={draft.instances} onChange={(instances) => onChange({ instances })}>
          {strings.instances}
        </Checkbox>
      )}
    </>
  );
}

interface ScalesProps {
  readonly scales: readonly ScaleDraft[];
  readonly onChange: (scales: readonly ScaleDraft[]) => void;
  readonly isKept: boolean;
}

function Scales({ scales, onChange, isKept }: ScalesProps) {
  const added = useRef(0);
  const change = (key: string, part: Partial<ScaleDraft>) =>
    onChange(scales.map((scale) => (scale.key === key ? { ...scale, ...part } : scale)));

  function add() {
    added.current += 1;
    onChange([
      ...scales,
      { key: `new_${added.current}`, name: strings.newName(scales.length + 1), min: 1, max: 5 },
    ]);
  }

  return (
    <div className={styles.scales}>
      {scales.map(({ key, name, min, max, min_label = "", max_label = "" }) => (
        <div key={key} className={styles.scale}>
          <Field
            label={strings.scale}
            value={name}
            isDisabled={isKept}
            onChange={(text) => change(key, { name: text })}
          />
          <Field
            label={strings.from}
            type="number"
            value={String(min)}
            isDisabled={isKept}
            onChange={(text) => change(key, { min: Number(text) })}
          />
          <Field
            label={strings.to}
            type="number"
            value={String(max)}
            isDisabled={isKept}
            onChange={(text) => change(key, { max: Number(text) })}
          />
          <Field
            label={strings.minLabel}
            value={min_label}
            onChange={(text) => change(key, { min_label: text })}
          />
          <Field
            label={strings.maxLabel}
            value={max_label}
            onChange={(text) => change(key, { max_label: text })}
          />
          {!isKept && (
            <Button
              look="quiet"
              aria-label={strings.removeOne(name)}
              onPress={() => onChange(scales.filter((scale) => scale.key !== key))}
            >
              {strings.remove}
            </Button>
          )}
        </div>
      ))}
      {isKept ? <p>{strings.keptScales}</p> : <Button onPress={add}>{strings.add}</Button>}
    </div>
  );
}
