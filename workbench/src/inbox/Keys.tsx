import { strings as all } from "#strings/comments.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import styles from "./Inbox.module.css";

const { keys } = all.inbox;

const OPEN = "questions.open";
const SHOWN = [
  ["questions.next", "J", keys.next],
  ["questions.previous", "K", keys.previous],
  ["questions.reply", "R", all.reply],
  ["questions.resolve", "E", all.resolve],
  [OPEN, "O", keys.open],
  ["questions.help", "?", keys.all],
] as const;

/** The keys of the page, for those who have a keyboard; `canOpen` if one may open items. */
export function Keys({ canOpen }: { readonly canOpen: boolean }) {
  return (
    <ul className={styles.keys} aria-label={keys.label}>
      {SHOWN.filter(([id]) => canOpen || id !== OPEN).map(([id, key, title]) => (
        <li key={id}>
          <kbd>{keyName(keyOf(id, key))}</kbd> {title}
        </li>
      ))}
    </ul>
  );
}
