import { strings as all } from "#strings/comments.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import styles from "./Inbox.module.css";

const { keys } = all.inbox;

const OPEN = "questions.open";
const WRITTEN = ["questions.reply", "questions.resolve"];
const SHOWN = [
  ["questions.next", "J", keys.next],
  ["questions.previous", "K", keys.previous],
  ["questions.reply", "R", all.reply],
  ["questions.resolve", "E", all.resolve],
  [OPEN, "O", keys.open],
  ["work.help", "?", keys.all],
] as const;

interface KeysProps {
  /** Whether the person may open items. */
  readonly canOpen: boolean;
  /** Whether they may answer and resolve questions. */
  readonly canWrite: boolean;
}

/** The keys of the page, for those who have a keyboard. */
export function Keys({ canOpen, canWrite }: KeysProps) {
  const isOff = (id: string) => (id === OPEN && !canOpen) || (WRITTEN.includes(id) && !canWrite);
  return (
    <ul className={styles.keys} aria-label={keys.label}>
      {SHOWN.filter(([id]) => !isOff(id)).map(([id, key, title]) => (
        <li key={id}>
          <kbd>{keyName(keyOf(id, key))}</kbd> {title}
        </li>
      ))}
    </ul>
  );
}
