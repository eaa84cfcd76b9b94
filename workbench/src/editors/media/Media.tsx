import { Markdown } from "../../design/Markdown.tsx";
import type { Item } from "../editor.ts";
import { messagesOf, responsesOf } from "./conversation.ts";
import styles from "./Media.module.css";

interface MediaProps {
  readonly item: Item;
  /** Whether a conversation's responses stand below its messages. */
  readonly hasResponses?: boolean;
}

/** What an item shows: its text, its image, its recording or its conversation, as it can be read, seen or heard. */
export function Media({ item, hasResponses = false }: MediaProps) {
  const { text, content_url, file } = item;
  if (text !== null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      <article tabIndex={0} className={styles.text} aria-label="Text">
        {text}
      </article>
    );
  }
  if (messagesOf(item).length > 0) {
    return (
      <div className={styles.conversation}>
        <Messages item={item} />
        {hasResponses && <Responses item={item} />}
      </div>
    );
  }
  if (file.content_type.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: to write what is said is the task
    return <audio className={styles.audio} src={content_url} controls aria-label={file.filename} />;
  }
  return (
    <div className={styles.image}>
      <img src={content_url} alt={file.filename} />
    </div>
  );
}

/** The messages of a conversation, oldest first. */
export function Messages({ item }: { readonly item: Item }) {
  return (
    <ol className={styles.messages} aria-label="Conversation">
      {messagesOf(item).map(({ role, content }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item's messages never change
        <li key={place} className={styles.message} data-role={role}>
          <span className={styles.role}>{role}</span>
          <Markdown>{content}</Markdown>
        </li>
      ))}
    </ol>
  );
}

function Responses({ item }: { readonly item: Item }) {
  return responsesOf(item).map(({ id, letter, text }) => (
    <section key={id} className={styles.message} aria-label={`Response ${letter}`}>
      <span className={styles.role}>Response {letter}</span>
      <Markdown>{text}</Markdown>
    </section>
  ));
}
