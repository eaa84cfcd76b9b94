import { memo, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { strings } from "#strings/editors/media.ts";
import { isTouch } from "../../actions/touch.ts";
import { Button } from "../../design/Button.tsx";
import { Markdown } from "../../design/Markdown.tsx";
import type { Item } from "../editor.ts";
import { type Call, messagesOf, type Part, prettyJson, type Step } from "./conversation.ts";
import styles from "./Media.module.css";
import { StepsContext } from "./steps-context.ts";

/** Steps that are rendered together. */
const TOGETHER = 20;
/** The height of a step that was not shown yet, in CSS pixels. */
const LIKELY_PX = 120;
/** Longer results and arguments are folded at first, in characters. */
const SHORT = 400;
/** Of a longer text only the beginning is shown at first, in characters; Markdown of such a text takes seconds. */
const LONG = 20_000;

/** The messages of a conversation, with what is asked about each. */
export function Conversation({ item }: { readonly item: Item }) {
  return use(StepsContext)?.(item) ?? <Steps item={item} />;
}

interface StepsProps {
  readonly item: Item;
  /** The step that is labeled, from 0; undefined if steps are not. */
  readonly current?: number | undefined;
  /** Whether somebody went to the current step, so that it gets the focus. */
  readonly isMoved?: boolean;
  readonly onSelect?: (place: number) => void;
  /** What stands beside the role of a step. */
  readonly markOf?: (place: number) => ReactNode;
  /** Stands below the current step. */
  readonly children?: ReactNode;
}

/** The messages of a conversation, oldest first; the page holds only those near what is in view. */
export function Steps({ item, ...selection }: StepsProps) {
  const { conversation } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of the item is read
  const steps = useMemo(() => messagesOf(item), [conversation]);
  const starts = Array.from({ length: Math.ceil(steps.length / TOGETHER) }, (_, group) => group * TOGETHER);
  return (
    // biome-ignore lint/a11y/useSemanticElements: groups stand between the list and its members
    <div className={styles.messages} role="list" aria-label={strings.conversation}>
      {starts.map((start) => (
        <Group key={start} {...{ steps, start }} {...selection} />
      ))}
    </div>
  );
}

interface GroupProps extends Omit<StepsProps, "item"> {
  readonly steps: readonly Step[];
  /** The first step of the group. */
  readonly start: number;
}

/** Some steps: while none of them is near the view, their height is kept and they are not rendered. */
function Group({ steps, start, current, isMoved = false, onSelect, markOf, children }: GroupProps) {
  const own = steps.slice(start, start + TOGETHER);
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(start === 0);
  const height = useRef(own.length * LIKELY_PX);
  const hasCurrent = current !== undefined && current >= start && current < start + TOGETHER;
  const isShown = isNear || hasCurrent;
  useEffect(() => {
    const { current: element } = frame;
    if (element === null || steps.length <= TOGETHER) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting = false } = entries.at(-1) ?? {};
        if (!isIntersecting && element.childElementCount > 0) height.current = element.offsetHeight;
        setNear(isIntersecting);
      },
      // the margin of scrolling elements in the page, which not every browser knows
      { rootMargin: "1200px", scrollMargin: "1200px" } as IntersectionObserverInit,
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [steps.length]);
  return (
    <div
      ref={frame}
      className={styles.group}
      role="presentation"
      style={isShown ? undefined : { blockSize: height.current }}
    >
      {isShown &&
        own.map((step, index) => (
          <Message
            // biome-ignore lint/suspicious/noArrayIndexKey: an item's messages never change
            key={start + index}
            step={step}
            place={start + index}
            count={steps.length}
            isCurrent={current === start + index}
            {...{ isMoved, onSelect, markOf }}
          >
            {children}
          </Message>
        ))}
    </div>
  );
}

interface MessageProps {
  readonly step: Step;
  readonly place: number;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly isMoved: boolean;
  readonly children: ReactNode;
  readonly onSelect: StepsProps["onSelect"];
  readonly markOf: StepsProps["markOf"];
}

function Message({ step, place, count, isCurrent, isMoved, onSelect, markOf, children }: MessageProps) {
  const { role, name, parts, calls, isResult, resultOf, more } = step;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isCurrent || !isMoved) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent, isMoved]);
  const title = name === null ? role : strings.named(role, name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: groups stand between the list and its members
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the editor go from step to step
    <div
      ref={element}
      role="listitem"
      className={styles.message}
      data-role={role}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? "step" : undefined}
      aria-posinset={place + 1}
      aria-setsize={count}
      tabIndex={isCurrent ? 0 : undefined}
      onClick={() => onSelect?.(place)}
    >
      <span className={styles.head}>
        <span className={styles.role}>{onSelect === undefined ? title : strings.step(place + 1, title)}</span>
        {markOf?.(place)}
      </span>
      {isResult || role === "system" ? (
        <Folded
          title={isResult ? strings.resultOf(resultOf) : strings.system}
          isOpen={isShort(parts) && (isResult || !isTouch())}
        >
          {() => <Parts parts={parts} isPlain={isResult} />}
        </Folded>
      ) : (
        <Parts parts={parts} />
      )}
      {calls.map((call) => (
        <CallView key={call.id} call={call} />
      ))}
      {more !== null && <More more={more} />}
      {isCurrent && children}
    </div>
  );
}

function Parts({ parts, isPlain = false }: { readonly parts: readonly Part[]; readonly isPlain?: boolean }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: an item's messages never change
  return parts.map((part, index) => <PartView key={index} {...{ part, isPlain }} />);
}

function isShort(parts: readonly Part[]): boolean {
  return parts.every((part) => part.kind === "text" && part.text.length <= SHORT);
}

// A step is rendered with each key that is typed into an answer about it; its contents, of up to 5 MiB, are not.
const CallView = memo(({ call: { name, arguments: given } }: { readonly call: Call }) => (
  <Folded title={strings.call(name)} isOpen={given.length <= SHORT}>
    {() => <Plain text={prettyJson(given)} />}
  </Folded>
));

const More = memo(({ more }: { readonly more: Readonly<Record<string, unknown>> }) => (
  <Folded title={strings.more}>{() => <Plain text={JSON.stringify(more, null, 2)} />}</Folded>
));

interface PartViewProps {
  readonly part: Part;
  /** Shows a text as it is, not as Markdown. */
  readonly isPlain?: boolean;
}

const PartView = memo(({ part, isPlain = false }: PartViewProps) => {
  if (part.kind === "image") return <Picture url={part.url} />;
  if (part.kind === "other")
    return <Folded title={part.name}>{() => <Plain text={JSON.stringify(part.value, null, 2)} />}</Folded>;
  if (part.kind === "thinking")
    return <Folded title={strings.thinking}>{() => <Plain text={part.text} />}</Folded>;
  if (isPlain) return <Plain text={prettyJson(part.text)} />;
  return part.text.length > LONG ? <Plain text={part.text} /> : <Markdown>{part.text}</Markdown>;
});

/**
 * An image inside the conversation. One elsewhere is a link, and loads when the reader asks for it, because loading it tells its host who
 * reads it. The policy of the page decides whether it may (docs/workbench.md).
 */
function Picture({ url }: { readonly url: string }) {
  const [shown, setShown] = useState<"link" | "image" | "failed">("link");
  if (/^data:image\//i.test(url)) return <img className={styles.part} src={url} alt={strings.picture} />;
  const host = /^https?:/i.test(url) ? URL.parse(url)?.host : undefined;
  return (
    <div className={styles.elsewhere}>
      {shown === "image" && (
        <img
          className={styles.part}
          src={url}
          alt={strings.picture}
          referrerPolicy="no-referrer"
          onError={() => setShown("failed")}
        />
      )}
      {shown === "link" && host !== undefined && (
        <Button onPress={() => setShown("image")}>{strings.loadPicture(host)}</Button>
      )}
      {shown === "failed" && host !== undefined && <p role="status">{strings.pictureFailed(host)}</p>}
      <a href={host === undefined ? undefined : url} target="_blank" rel="noreferrer">
        {strings.pictureAt(url)}
      </a>
    </div>
  );
}

/** A text as it is; of a long one the beginning, until the rest is asked for. */
function Plain({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={styles.plain} dir="auto" tabIndex={0}>
        {isWhole ? text : text.slice(0, LONG)}
      </pre>
      {!isWhole && text.length > LONG && (
        <Button look="quiet" onPress={() => setWhole(true)}>
          {strings.whole(text.length)}
        </Button>
      )}
    </>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly isOpen?: boolean;
  /** Called while it is open. */
  readonly children: () => ReactNode;
}

function Folded({ title, isOpen: isOpenAtFirst = false, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
