import { codePointLength } from "@assay/domain/code-points.ts";
import { strings } from "#strings/editors/fields.ts";
import styles from "../design/Field.module.css";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** How long a text is, in words and characters, for those whose guidelines say how long it should be. */
export function TextLength({ text }: { readonly text: string }) {
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;
  return <p className={styles.description}>{strings.length(words, codePointLength(text))}</p>;
}
