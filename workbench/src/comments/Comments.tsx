import { useQuery } from "@tanstack/react-query";
import {
  type FocusEvent,
  type FormEvent,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { strings } from "#strings/comments.ts";
import { keyName } from "../actions/key-name.ts";
import { isTouch } from "../actions/touch.ts";
import { useActions } from "../actions/use-actions.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { goOnAt, isFocusLost, placesFrom } from "../design/focus-places.ts";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import { Time } from "../design/Time.tsx";
import { threadActions } from "./actions.ts";
import styles from "./Comments.module.css";
import { commentsQuery } from "./comments-query.ts";
import { useMarkedRead } from "./mark-read.ts";
import { NO_PINS, PinsContext } from "./pins.ts";
import { type Comment, sayPlace, type Thread, threadsOf } from "./threads.ts";

/** The lists of comments beside those of an item. */
const LISTS = [
  ["comments", "inbox"],
  ["comments", "open"],
] as const;

/** Comments that were not sent, by the comment that they answer or the item that they are about, while the page is open. */
const unsent = new Map<string, string>();

interface CommentsProps {
  readonly item_id: string;
  /** Shows only the threads that this member started: a blind auditor must not read others. */
  readonly onlyOf?: string | undefined;
  /** The answers that a comment can be about; their annotators see the comment. */
  readonly answers?: readonly { readonly id: string; readonly name: string }[];
  /** Focuses the comment field when mounted; with fingers, only if there is nothing to read first. */
  readonly autoFocus?: boolean;
  /** Whether the person may not write comments. */
  readonly isReadOnly?: boolean;
  /** Called when Escape is pressed in the comment field while it is empty. */
  readonly onLeave?: (() => void) | undefined;
}

/** The comments on an item with replies, and a form for a new one. */
export function Comments(props: CommentsProps) {
  const { item_id, onlyOf, answers = [], autoFocus = false, isReadOnly = false, onLeave } = props;
  const pins = useContext(PinsContext);
  const query = useQuery(commentsQuery(item_id));
  const { data } = query;
  const threads = threadsOf(data ?? [])
    .filter(({ first }) => onlyOf === undefined || first.author.id === onlyOf)
    .map((thread, place) => ({ ...thread, number: place + 1 }));
  const open = threads.filter(({ first }) => !first.resolved);
  const resolved = threads.filter(({ first }) => first.resolved);
  const nameOf = (id: string | null) => answers.find((answer) => answer.id === id)?.name;
  useEffect(() => {
    pins.pin(open.flatMap(({ number, first: { place } }) => (place === null ? [] : [{ number, place }])));
  });
  useEffect(() => () => pins.pin([]), [pins]);
  const isRead = open.length > 0 && isTouch(); // the keyboard would cover them
  const listed = (shown: typeof threads) => (
    <ul className={styles.list}>
      {shown.map(({ number, ...thread }) => (
        <li key={thread.first.id} className={styles.thread}>
          <OfThread {...{ number, thread, isReadOnly }} about={nameOf(thread.first.annotation_id)} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.comments}>
      <FetchState query={query} />
      {data !== undefined && open.length === 0 && (
        <p className={styles.quiet}>{isReadOnly ? strings.none : strings.empty}</p>
      )}
      {listed(open)}
      {resolved.length > 0 && (
        <details>
          <summary>{strings.resolved(resolved.length)}</summary>
          {listed(resolved)}
        </details>
      )}
      {!isReadOnly && <Begin {...{ item_id, answers, onLeave }} autoFocus={autoFocus && !isRead} />}
    </div>
  );
}

interface OfThreadProps {
  /** The number of its pin; absent away from the item. */
  readonly number?: number;
  readonly thread: Thread;
  /** Whose answer the thread is about; absent if it is about the item. */
  readonly about?: string | undefined;
  /** Whether the person may neither answer nor resolve it. */
  readonly isReadOnly: boolean;
  /** Whether the keys of threads are for this one. */
  readonly hasKeys?: boolean;
  /** Called when the thread was resolved or reopened, and the lists are read again. Default: the focus goes to what is near. */
  readonly onResolved?: () => void;
}

/** A thread, with the way to answer and to resolve it. */
export function OfThread(props: OfThreadProps) {
  const { number, thread, about, isReadOnly, hasKeys = false, onResolved } = props;
  useMarkedRead(thread);
  const { first, replies } = thread;
  const [isReplying, setReplying] = useState(false);
  const [hasReplied, setReplied] = useState(false);
  const { fault, isBusy, attempt } = useAttempt(commentsQuery(first.item_id).queryKey, ...LISTS);
  const { resolved } = first;
  async function resolve() {
    const places = placesFrom(document.activeElement);
    const params = { path: { id: first.id } };
    if (isBusy) return;
    if (!(await attempt(() => api.PATCH("/v1/comments/{id}", { params, body: { resolved: !resolved } }))))
      return;
    if (onResolved !== undefined) onResolved();
    else if (isFocusLost()) goOnAt(places);
  }
  const reply = () => setReplying(true);
  useActions(
    hasKeys && !isReadOnly
      ? threadActions({ reply, resolve: () => void resolve(), isResolved: resolved })
      : [],
  );
  return (
    <>
      <PlaceOf number={number} place={first.place} about={about} />
      {[first, ...replies].map((comment) => (
        <Said key={comment.id} comment={comment} />
      ))}
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {isReadOnly ? null : isReplying ? (
        <Reply
          to={first}
          onClose={() => {
            setReplied(true);
            setReplying(false);
          }}
        />
      ) : (
        <div className={styles.buttons}>
          <Button onPress={reply} autoFocus={hasReplied}>
            {strings.reply}
          </Button>
          <Button data-busy={isBusy || undefined} onPress={() => void resolve()}>
            {resolved ? strings.reopen : strings.resolve}
          </Button>
        </div>
      )}
    </>
  );
}

interface PlaceOfProps {
  readonly number: number | undefined;
  readonly place: Comment["place"];
  readonly about: string | undefined;
}

/** What a thread is about; in an editor the place is a button that shows it. */
function PlaceOf({ number, place, about }: PlaceOfProps) {
  const pins = useContext(PinsContext);
  const said = [
    place === null ? undefined : sayPlace(place),
    about === undefined ? undefined : strings.on(about),
  ];
  const words = said.filter((part) => part !== undefined).join(", ");
  if (words === "" && pins === NO_PINS) return null; // the item stands beside it
  return (
    <p className={styles.place}>
      {number !== undefined && <span className={styles.number}>{number}</span>}
      {place === null || pins === NO_PINS ? (
        words || strings.places.item
      ) : (
        <Button look="quiet" onPress={() => pins.show(place)}>
          {words}
        </Button>
      )}
    </p>
  );
}

/** The reply that is being written; Ctrl+Enter sends it, and Escape closes the form. */
function Reply({ to, onClose }: { readonly to: Comment; readonly onClose: () => void }) {
  const { id, item_id, author } = to;
  const [text, setText] = useState(() => unsent.get(id) ?? "");
  const { fault, isBusy, attempt } = useAttempt(commentsQuery(item_id).queryKey, ...LISTS);
  const write = (next: string) => {
    setText(next);
    unsent.set(id, next);
  };
  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    const body = { item_id, reply_to: id, text };
    await attempt(async () => {
      await api.POST("/v1/comments", { body });
      unsent.delete(id);
      onClose(); // before the lists are read again, so that the next key is not typed into it
    });
  }
  return (
    <form
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className={styles.form}
    >
      <Field
        label={strings.replyTo(author.name)}
        lines={2}
        value={text}
        onChange={write}
        onFocus={goToEnd}
        autoFocus
      />
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className={styles.buttons}>
        <Button onPress={onClose}>{strings.cancel}</Button>
        <Button type="submit" look="primary" isDisabled={text.trim() === ""} data-busy={isBusy || undefined}>
          {strings.send}
        </Button>
        <kbd className={styles.key}>{keyName("Ctrl+Enter")}</kbd>
      </div>
    </form>
  );
}

/** A browser puts the caret before a text that was written earlier. */
function goToEnd({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement)
    target.setSelectionRange(target.value.length, target.value.length);
}

function Said({ comment: { author, text, created_at } }: { readonly comment: Comment }) {
  return (
    <div>
      <p className={styles.quiet}>
        <strong>{author.name}</strong> <Time at={created_at} />
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
    </div>
  );
}

const ITEM = "item";

type BeginProps = Required<Pick<CommentsProps, "item_id" | "answers" | "autoFocus">> &
  Pick<CommentsProps, "onLeave">;

/** The form that starts a thread about the selection in the editor, an answer or the item. Escape leaves its text. */
function Begin({ item_id, answers, autoFocus, onLeave }: BeginProps) {
  const pins = useContext(PinsContext);
  const place = useSyncExternalStore(pins.subscribe, pins.place);
  const [text, setText] = useState(() => unsent.get(item_id) ?? "");
  const [isPinned, setPinned] = useState(true);
  const [about, setAbout] = useState(ITEM);
  const { fault, isBusy, attempt } = useAttempt(commentsQuery(item_id).queryKey, ...LISTS);
  const write = (next: string) => {
    setText(next);
    unsent.set(item_id, next);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    const body = {
      ...{ item_id, text },
      ...(about === ITEM ? {} : { annotation_id: about }),
      ...(place === null || !isPinned ? {} : { place }),
    };
    if (await attempt(() => api.POST("/v1/comments", { body }))) write("");
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key, target, nativeEvent: { isComposing } }) => {
        if (key !== "Escape" || isComposing || !(target instanceof HTMLTextAreaElement)) return;
        if (text === "" && onLeave !== undefined) onLeave();
        else target.blur();
      }}
      className={styles.form}
      aria-label={strings.title}
    >
      {answers.length > 0 && (
        <Select
          label={strings.about}
          options={[{ id: ITEM, name: strings.places.item }, ...answers]}
          value={about}
          onChange={setAbout}
        />
      )}
      <Field
        {...{ label: strings.text, lines: 2, value: text, autoFocus }}
        onChange={write}
        onFocus={goToEnd}
      />
      {place !== null && (
        <Checkbox isSelected={isPinned} onChange={setPinned}>
          {strings.pin(sayPlace(place))}
        </Checkbox>
      )}
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" isDisabled={text.trim() === ""} data-busy={isBusy || undefined}>
          {strings.submit}
        </Button>
        <kbd className={styles.key}>{keyName("Ctrl+Enter")}</kbd>
      </div>
    </form>
  );
}
