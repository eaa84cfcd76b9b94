import { useEffect, useRef } from "react";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./TextToCopy.module.css";

interface TextToCopyProps {
  /** The name of the text. */
  readonly label: string;
  readonly text: string;
  /** The label of the button. */
  readonly verb?: string;
  /** Focuses the text when mounted, for what is shown only once. */
  readonly autoFocus?: boolean;
}

/** A text with a button that copies it. It is selected while it has the focus, so that Ctrl+C copies it too. */
export function TextToCopy({ label, text, verb, autoFocus = false }: TextToCopyProps) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (autoFocus) shown.current?.focus();
  }, [autoFocus]);
  return (
    <div className={styles.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: an input would cut a long text off */}
      <span
        ref={shown}
        role="textbox"
        aria-label={label}
        aria-readonly="true"
        tabIndex={0}
        className={styles.text}
        onFocus={({ currentTarget }) => getSelection()?.selectAllChildren(currentTarget)}
      >
        {text}
      </span>
      <CopyButton text={text} {...(verb === undefined ? {} : { label: verb })} />
    </div>
  );
}
