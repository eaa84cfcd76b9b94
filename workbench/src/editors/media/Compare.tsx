import { useMemo, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { Select } from "../../design/Select.tsx";
import styles from "./Compare.module.css";
import type { ShownResponse } from "./conversation.ts";
import { differenceOf, type Piece } from "./word-diff.ts";

interface CompareProps {
  /** Two at least. */
  readonly responses: readonly ShownResponse[];
  readonly onClose: () => void;
}

const CLOSE_KEY = "Escape";

/** Two responses side by side, as they were written, with the words marked that only one of them has. */
export function Compare({ responses, onClose }: CompareProps) {
  const [ids, setIds] = useState<readonly string[]>(() => responses.slice(0, 2).map(({ id }) => id));
  const [left, right] = ids.map((id) => responses.find((response) => response.id === id));
  const difference = useMemo(() => differenceOf(left?.text ?? "", right?.text ?? ""), [left, right]);
  const close = { id: "responses.close", title: strings.closeComparison, keys: [CLOSE_KEY], run: onClose };
  useActions([close]);
  const options = responses.map(({ id, letter }) => ({ id, name: strings.response(letter) }));
  const side = (place: 0 | 1, label: string, pieces: readonly Piece[] | undefined, Mark: "del" | "ins") => (
    <div className={styles.side}>
      <Select
        {...{ label, options }}
        value={ids[place] ?? ""}
        onChange={(id) => setIds(place === 0 ? [id, ids[1] ?? ""] : [ids[0] ?? "", id])}
      />
      <p className={styles.text} dir="auto">
        {pieces === undefined
          ? [left, right][place]?.text
          : // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be in several pieces, which never move
            pieces.map(({ text, isOwn }, at) => (isOwn ? <Mark key={at}>{text}</Mark> : text))}
      </p>
    </div>
  );
  return (
    <section ref={reveal} className={styles.compare} aria-label={strings.comparison}>
      <div className={styles.head}>
        <h2>{strings.comparison}</h2>
        <Button look="quiet" onPress={onClose}>
          {strings.closeShort} <kbd>{keyName(keyOf(close.id, CLOSE_KEY))}</kbd>
        </Button>
      </div>
      {difference === null && <p>{strings.tooDifferent}</p>}
      <div className={styles.sides}>
        {side(0, strings.first, difference?.left, "del")}
        {side(1, strings.second, difference?.right, "ins")}
      </div>
    </section>
  );
}

/** What is compared may be opened by its key while one reads further below. */
function reveal(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: "nearest" });
}
