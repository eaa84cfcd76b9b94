import { useSuspenseQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/batches.ts";
import { formatsQuery } from "../api/annotation-types.ts";
import { Select } from "../design/Select.tsx";

interface FormatChoiceProps {
  readonly annotation_type: string;
  /** A name or an alias. */
  readonly value: string;
  readonly onChange: (format: string) => void;
}

/** Chooses among the export formats that carry an annotation type. */
export function FormatChoice({ annotation_type, value, onChange }: FormatChoiceProps) {
  const { data: formats } = useSuspenseQuery(formatsQuery);
  const options = formats
    .map(({ name, aliases, annotation_types }) => ({
      id: aliases.includes(value) ? value : name,
      name,
      isCarrying: annotation_types.includes(annotation_type),
    }))
    .filter(({ id, isCarrying }) => isCarrying || id === value);
  return <Select label={all.exportNow.format} options={options} value={value} onChange={onChange} />;
}
