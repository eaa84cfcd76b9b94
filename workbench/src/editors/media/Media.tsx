import { useRef, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { usePins } from "../../comments/pins.ts";
import { Button } from "../../design/Button.tsx";
import { Markdown } from "../../design/Markdown.tsx";
import { Notice } from "../../design/Notice.tsx";
import type { Item } from "../editor.ts";
import { CompareResponses } from "./CompareResponses.tsx";
import { isConversation, responsesOf } from "./conversation.ts";
import styles from "./Media.module.css";
import { Conversation } from "./Steps.tsx";
import { useContentUrl, useEarlyError } from "./use-content-url.ts";

interface MediaProps {
  readonly item: Item;
  /** Puts a conversation's responses below its messages. */
  readonly hasResponses?: boolean;
  /** A text is typed beside it. */
  readonly isTyped?: boolean;
}

/** Shows an item's text, image, recording or conversation. */
export function Media({ item, hasResponses = false, isTyped = false }: MediaProps) {
  const { text, file } = item;
  if (text !== null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      <article tabIndex={0} dir="auto" className={styles.text} aria-label={strings.text}>
        {text}
      </article>
    );
  }
  if (isConversation(item)) {
    return (
      <div className={styles.conversation}>
        <Conversation item={item} />
        {hasResponses && (
          <>
            <CompareResponses item={item} isTyped={isTyped} />
            <Responses item={item} />
          </>
        )}
      </div>
    );
  }
  if (file.content_type.startsWith("audio/")) {
    return <Sound item={item} />;
  }
  return <Image item={item} />;
}

function Image({ item }: { readonly item: Item }) {
  const { url, renew } = useContentUrl(item);
  const { hasFailed, load } = useRenewal(renew);
  return (
    <div className={styles.image}>
      {hasFailed && <LoadFault name={item.file.filename} onRetry={load} />}
      <img crossOrigin="anonymous" src={url} alt={item.file.filename} onError={load} />
    </div>
  );
}

/** Reloads content from a renewed URL, and reports when that fails too. */
function useRenewal(renew: () => Promise<string>, onRenewed: (url: string) => void = () => undefined) {
  const [hasFailed, setFailed] = useState(false);
  const load = () =>
    void renew().then(
      (url) => {
        setFailed(false);
        onRenewed(url);
      },
      () => setFailed(true),
    );
  return { hasFailed, load };
}

function LoadFault({ name, onRetry }: { readonly name: string; readonly onRetry: () => void }) {
  return (
    <Notice tone="bad" title={strings.failed(name)}>
      <Button onPress={onRetry}>{strings.retry}</Button>
    </Notice>
  );
}

/** A player that keeps its position when the URL is renewed; comments are pinned to that position. */
function Sound({ item }: { readonly item: Item }) {
  const sound = useRef<HTMLAudioElement>(null);
  const left = useRef({ time: 0, isPlaying: false });
  const { url, renew } = useContentUrl(item);
  const { hasFailed, load } = useRenewal(renew, (next) => {
    // React sets another URL, with which the player begins anew; the old one must not fail once more
    if (sound.current?.getAttribute("src") === next) sound.current.load();
  });
  const fail = () => {
    if (sound.current !== null)
      left.current = { time: sound.current.currentTime, isPlaying: !sound.current.paused };
    load();
  };
  useEarlyError(sound, fail);
  const goOn = () => {
    const { time, isPlaying } = left.current;
    if (sound.current === null || time === 0) return;
    sound.current.currentTime = time;
    if (isPlaying) void sound.current.play();
  };
  const [time, setTime] = useState(0);
  usePins(time === 0 ? null : { time }, (place) => {
    if (sound.current !== null && place.time !== undefined) sound.current.currentTime = place.time;
  });
  return (
    <>
      {hasFailed && <LoadFault name={item.file.filename} onRetry={load} />}
      {/* biome-ignore lint/a11y/useMediaCaption: to write what is said is the task */}
      <audio
        ref={sound}
        className={styles.audio}
        crossOrigin="anonymous"
        src={url}
        controls
        aria-label={item.file.filename}
        onError={fail}
        onLoadedMetadata={goOn}
        onTimeUpdate={({ currentTarget }) => setTime(Math.round(currentTarget.currentTime * 100) / 100)}
      />
    </>
  );
}

function Responses({ item }: { readonly item: Item }) {
  return responsesOf(item).map(({ id, letter, text }) => (
    <section key={id} className={styles.message} aria-label={strings.response(letter)}>
      <span className={styles.role}>{strings.response(letter)}</span>
      <Markdown>{text}</Markdown>
    </section>
  ));
}
