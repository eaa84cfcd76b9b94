import { type ReactNode, useState } from "react";
import { Autocomplete, Input, SearchField, useFilter } from "react-aria-components";
import { strings as all } from "#strings/items.ts";
import { Select } from "../design/Select.tsx";
import styles from "./Items.module.css";

const strings = all.filters;

/** A value to filter by. */
export interface Pickable {
  readonly value: string;
  readonly name: string;
  /** How many items have it; absent if that is not known. */
  readonly count?: number | undefined;
}

interface PickFilterProps {
  readonly label: string;
  readonly options: readonly Pickable[];
  /** Empty for any value. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onOpen?: () => void;
}

const ANY = "any";
/** Longer lists have a field that searches them. */
const MANY = 10;

/** A filter by one of some values, with the number of items that each has. A value that is not among them is listed too. */
export function PickFilter({ label, options, value, onChange, onOpen }: PickFilterProps) {
  const [isOpened, setOpened] = useState(false); // each option of a list that nobody opens takes time too
  const isListed = value === "" || options.some((option) => option.value === value);
  const listed = isListed ? options : [{ value, name: value }, ...options];
  return (
    <Select
      label={label}
      options={[
        { id: ANY, name: strings.states.any },
        ...listed
          .filter((option) => isOpened || option.value === value)
          .map(({ value: id, name, count }) => ({
            id: `=${id}`,
            name: count === undefined ? name : strings.counted(name, count),
          })),
      ]}
      value={value === "" ? ANY : `=${value}`}
      onChange={(id) => onChange(id === ANY ? "" : id.slice(1))}
      onOpen={() => {
        setOpened(true);
        onOpen?.();
      }}
      {...(options.length > MANY && { around: searched })}
    />
  );
}

function searched(list: ReactNode): ReactNode {
  return <Searched>{list}</Searched>;
}

/** A field above a list, which then has only the options with these words. */
function Searched({ children }: { readonly children: ReactNode }) {
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Autocomplete filter={contains}>
      <SearchField autoFocus aria-label={strings.search} className={styles.search ?? ""}>
        <Input placeholder={strings.search} />
      </SearchField>
      {children}
    </Autocomplete>
  );
}
