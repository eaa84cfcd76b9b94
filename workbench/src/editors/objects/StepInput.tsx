import { type KeyboardEvent, useId, useState } from "react";
import styles from "./StepInput.module.css";

/** A position or size to read: tenths of a pixel or of a degree are enough, and are what fits. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

interface StepInputProps {
  readonly label: string;
  /** Only screen readers get the label, because the place of the field says the same. */
  readonly isLabelHidden?: boolean;
  /** Undefined if it has none yet. */
  readonly value: number | undefined;
  readonly unit?: string;
  readonly isDisabled?: boolean;
  /** Called after Enter, before any action with Ctrl, on blur, and for each step. */
  readonly onChange: (value: number) => void;
}

/** A number of a canvas editor: typed, or changed with the arrow keys by one, with Shift by ten. */
export function StepInput({
  label,
  isLabelHidden,
  value,
  unit,
  isDisabled = false,
  onChange,
}: StepInputProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const number = Number(typed?.replace(",", "."));
  const isWrong = typed !== undefined && (typed.trim() === "" || !Number.isFinite(number));

  function commit(): void {
    setTyped(undefined);
    if (typed !== undefined && !isWrong && number !== value) onChange(number);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter" || event.ctrlKey || event.metaKey) commit(); // before what the keys do with the answer
    if (event.key === "Escape") setTyped(undefined);
    if (step === undefined) return;
    event.preventDefault();
    setTyped(undefined);
    const from = typed === undefined || isWrong ? (value ?? 0) : number;
    onChange(Math.round((from + step * (event.shiftKey ? 10 : 1)) * 100) / 100);
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} data-unseen={isLabelHidden} htmlFor={id}>
        {label}
      </label>
      <span className={styles.box}>
        <input
          id={id}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? String(value ?? "")}
          disabled={isDisabled}
          aria-invalid={isWrong}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={commit}
          onKeyDown={press}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </span>
    </div>
  );
}
