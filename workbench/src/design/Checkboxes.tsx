import { Checkbox } from "./Checkbox.tsx";

interface CheckboxesProps<Option extends string> {
  readonly options: readonly Option[];
  readonly chosen: readonly Option[];
  /** Called with the chosen options, in the order of `options`. */
  readonly onChange: (chosen: readonly Option[]) => void;
  /** The text of an option; default: the option. */
  readonly nameOf?: (option: Option) => string;
  /** The last chosen option cannot be removed. */
  readonly needsOne?: boolean;
}

/** A checkbox for each option. */
export function Checkboxes<Option extends string>({
  options,
  chosen,
  onChange,
  nameOf = (option) => option,
  needsOne = false,
}: CheckboxesProps<Option>) {
  return options.map((option) => (
    <Checkbox
      key={option}
      isSelected={chosen.includes(option)}
      isDisabled={needsOne && chosen.length === 1 && chosen.includes(option)}
      onChange={(isOn) => onChange(options.filter((one) => (one === option ? isOn : chosen.includes(one))))}
    >
      {nameOf(option)}
    </Checkbox>
  ));
}
