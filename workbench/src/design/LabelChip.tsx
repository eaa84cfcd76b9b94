import styles from "./LabelChip.module.css";

interface LabelChipProps {
  readonly name: string;
  /** As `#rrggbb`; null shows no color. */
  readonly color: string | null;
  readonly isRetired?: boolean;
}

/** A label with its color. */
export function LabelChip({ name, color, isRetired = false }: LabelChipProps) {
  return (
    <span className={isRetired ? `${styles.chip} ${styles.retired}` : styles.chip}>
      {color !== null && <span className={styles.swatch} style={{ background: color }} />}
      {name}
    </span>
  );
}
