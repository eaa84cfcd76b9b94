import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { typeName, typeTask } from "#strings/annotation-types.ts";
import { strings as all } from "#strings/projects.ts";
import type { TypeFacts } from "../api/annotation-types.ts";
import { ChoiceCards } from "../design/ChoiceCards.tsx";
import styles from "./NewProject.module.css";
import { TypeIcon } from "./TypeIcon.tsx";

const strings = all.types;

const MEDIA = [
  { id: "image", name: strings.media.image },
  { id: "text", name: strings.media.text },
  { id: "audio", name: strings.media.audio },
  { id: "conversation", name: strings.media.conversation },
];

interface TypeChoiceProps {
  readonly types: readonly TypeFacts[];
  readonly value: string;
  readonly onChange: (type: string) => void;
}

/** The choice of the medium and the annotation type. */
export function TypeChoice({ types, value, onChange }: TypeChoiceProps) {
  const chosen = types.find(({ name }) => name === value);
  const [medium, setMedium] = useState(chosen?.media[0] ?? "image");
  const fitting = types.filter(({ media }) => media.includes(medium));

  function choose(next: string) {
    setMedium(next);
    const stays = types.some(({ name, media }) => name === value && media.includes(next));
    const [first] = types.filter(({ media }) => media.includes(next));
    if (!stays && first !== undefined) onChange(first.name);
  }

  return (
    <>
      <RadioGroup
        aria-label={strings.medium}
        className={styles.media ?? ""}
        orientation="horizontal"
        value={medium}
        onChange={choose}
      >
        {MEDIA.map(({ id, name }) => (
          <Radio key={id} value={id} className={styles.medium ?? ""}>
            {name}
          </Radio>
        ))}
      </RadioGroup>
      <ChoiceCards
        label={strings.type}
        isLabelHidden
        choices={fitting.map(({ name, result_schema }) => ({
          id: name,
          title: typeName(name),
          icon: <TypeIcon type={name} />,
          detail: typeTask(name) ?? String(result_schema.description ?? ""),
        }))}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
