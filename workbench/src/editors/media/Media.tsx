import { useRef, useState } from "react";
import { usePins } from "../../comments/pins.ts";
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
    return <Sound url={content_url} name={file.filename} />;
  }
  return (
    <div className={styles.image}>
      <img src={content_url} alt={file.filename} />
    </div>
  );
}

/** A recording; comments are pinned to where it stands. */
function Sound({ url, name }: { readonly url: string; readonly name: string }) {
  const sound = useRef<HTMLAudioElement>(null);
  const [time, setTime] = useState(0);
  usePins(time === 0 ? null : { time }, (place) => {
    if (sound.current !== null && place.time !== undefined) sound.current.currentTime = place.time;
  });
  return (
    // biome-ignore lint/a11y/useMediaCaption: to write what is said is the task
    <audio
      ref={sound}
      className={styles.audio}
      src={url}
      controls
      aria-label={name}
      onTimeUpdate={({ currentTarget }) => setTime(Math.round(currentTarget.currentTime * 100) / 100)}
    />
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
