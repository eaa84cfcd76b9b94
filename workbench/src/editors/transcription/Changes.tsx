import { useMemo } from "react";
import { strings } from "#strings/editors/transcription.ts";
import compare from "../media/Compare.module.css";
import { changesOf } from "../media/word-diff.ts";
import type { OtherText } from "../only-shown.ts";
import styles from "./Transcription.module.css";

interface ChangesProps {
  readonly text: string;
  readonly other: OtherText;
}

/** A text with the words marked in which it differs from another. */
export function Changes({ text, other }: ChangesProps) {
  const changes = useMemo(() => changesOf(other.text, text), [other.text, text]);
  const isSame = text === other.text;
  return (
    <>
      <p className={styles.legend}>
        {changes === null && strings.tooDifferent(other.name)}
        {isSame && strings.same(other.name)}
        {changes !== null && !isSame && (
          <span className={compare.text}>
            <ins>{strings.added}</ins> <del>{strings.removed(other.name)}</del>
          </span>
        )}
      </p>
      <p className={`${styles.text} ${compare.text}`} dir="auto">
        {changes === null
          ? text
          : changes.map(({ text: words, isAdded, isRemoved }, at) => {
              const Mark = isAdded ? "ins" : isRemoved ? "del" : "span";
              // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be in several pieces, which never move
              return <Mark key={at}>{words}</Mark>;
            })}
      </p>
    </>
  );
}
