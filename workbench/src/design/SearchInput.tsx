import styles from "./Field.module.css";

interface SearchInputProps {
  /** Its name, shown in it while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
}

/** A field for the words that a list is searched for. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <input
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
