import { useState } from "react";
import { Select } from "../design/Select.tsx";
import { formatMonth } from "../strings/format.ts";
import { type Month, monthsUntil } from "./months.ts";

const MONTHS = 12;

/** The chosen month of the last twelve, and the field that chooses it. */
export function useMonth(label: string) {
  const [months] = useState(() => monthsUntil(new Date(), MONTHS));
  const [id, setId] = useState(() => months[0]?.id ?? "");
  const month: Month | undefined = months.find((one) => one.id === id);
  const options = months.map((one) => ({ id: one.id, name: formatMonth(one.id) }));
  return {
    month: month ?? { id, from: `${id}-01`, to: `${id}-01` },
    choice: <Select label={label} options={options} value={id} onChange={setId} />,
  };
}
