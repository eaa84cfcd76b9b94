import { scopesOf } from "@assay/domain/member.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { strings as all } from "#strings/comments.ts";
import { useActions } from "../actions/use-actions.ts";
import { batchQuery } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { projectQuery } from "../api/project.ts";
import { useMay } from "../api/use-may.ts";
import { inboxActions } from "../comments/actions.ts";
import { OfThread } from "../comments/Comments.tsx";
import { commentsQuery } from "../comments/comments-query.ts";
import { type Comment, isUnread, threadsOf } from "../comments/threads.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { itemQuery } from "../items/item.ts";
import { asGuidelines, nameOf, summarized } from "../thumbnails/item.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import { Chosen } from "./Chosen.tsx";
import styles from "./Inbox.module.css";
import { Keys } from "./Keys.tsx";
import { LastChange } from "./LastChange.tsx";

const strings = all.inbox;

const PAGE = 20;
const AGAIN_MS = 30_000;
const THUMBNAIL = { width: 224, height: 168 };
/** The beginning of a text takes less room. */
const EXCERPT = { width: 224, height: 84 };

/** The thread whose item was opened last: the list goes on there when one comes back. */
let opened: string | undefined;

/** The questions and notes that the signed-in person may see, in all projects: the thread with the newest comment first. */
export function Inbox() {
  const [resolved, setResolved] = useState(false);
  const [changed, setChanged] = useState<Comment>();
  const { batch } = useSearch({ from: "/inside/questions" });
  const list = useThreads(resolved, batch);
  const { threads } = list;
  const rows = useRows(threads);
  const { person } = useRouteContext({ from: "/inside" });
  const canOpen = scopesOf(person.role).includes("projects:read");
  const canWrite = useMay("annotations:write");
  const navigate = useNavigate();
  const open = () => {
    const current = threads.find(({ thread_id }) => thread_id === rows.current);
    if (current === undefined) return;
    opened = current.thread_id;
    void navigate({ to: "/items/$id", params: { id: current.item_id } });
  };
  const isEmpty = list.query.data !== undefined && threads.length === 0;
  const chosen = threads.find(({ thread_id }) => thread_id === rows.current)?.item_id;
  useActions(inboxActions({ go: rows.go, open: canOpen ? open : null }));

  return (
    <div className={styles.page}>
      <PageHead
        title={strings.title}
        detail={isEmpty ? undefined : <Keys canOpen={canOpen} canWrite={canWrite} />}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown */}
        <div role="group" aria-label={strings.shown} className={styles.choice}>
          <Button aria-pressed={!resolved} onPress={() => setResolved(false)}>
            {strings.open}
          </Button>
          <Button aria-pressed={resolved} onPress={() => setResolved(true)}>
            {strings.resolved}
          </Button>
        </div>
      </PageHead>
      {batch !== undefined && <OfBatch batch_id={batch} />}
      <FetchState query={list.query} />
      {isEmpty && (
        <EmptyState title={resolved ? strings.noneResolved : strings.none}>
          {resolved ? strings.noneResolvedHelp : strings.noneHelp}
        </EmptyState>
      )}
      <div className={styles.both}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
        <ul ref={rows.list} role="list" aria-label={strings.title} tabIndex={-1} className={styles.list}>
          {threads.map((newest) => (
            <Row
              key={newest.thread_id}
              newest={newest}
              isCurrent={newest.thread_id === rows.current}
              canOpen={canOpen}
              canWrite={canWrite}
              onEnter={() => rows.enter(newest.thread_id)}
              onResolved={(first) => {
                setChanged(first);
                rows.goOnAfter(newest.thread_id);
              }}
            />
          ))}
        </ul>
        {canOpen && threads.length > 0 && <Chosen item_id={chosen} />}
      </div>
      {list.more !== undefined && (
        <Button isDisabled={list.isReadingMore} onPress={list.more}>
          {strings.more}
        </Button>
      )}
      <LastChange
        of={changed}
        onUndone={(thread_id) => {
          setChanged(undefined);
          rows.focus(thread_id);
        }}
      />
    </div>
  );
}

/** Says that only the questions of one batch are listed, with the way to all. */
function OfBatch({ batch_id }: { readonly batch_id: string }) {
  const { data } = useQuery(batchQuery(batch_id));
  return (
    <p className={styles.scope}>
      <span>{strings.ofBatch(data?.name ?? "")}</span> <Link to="/questions">{strings.ofAll}</Link>
    </p>
  );
}

/** The newest comment of each thread. A thread stays where it was first shown: a reply does not move it from under its reader. */
function useThreads(resolved: boolean, batch_id: string | undefined) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ["comments", "inbox", resolved, batch_id],
    queryFn: async ({ pageParam }) => {
      const query = {
        ...{ resolved, limit: PAGE, ...(batch_id !== undefined && { batch_id }) },
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const page = (await api.GET("/v1/comments", { params: { query } })).data;
      const items = new Set(page.data.map(({ item_id }) => item_id));
      await Promise.all([...items].map((id) => queries.ensureQueryData(commentsQuery(id)))); // so that no row grows
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: AGAIN_MS,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [shownAs] = useState(() => new Map<string, string>());
  const comments = data?.pages.flatMap((page) => page.data) ?? [];
  const newest = [...new Map(comments.toReversed().map((comment) => [comment.thread_id, comment])).values()];
  for (const { thread_id, created_at } of newest)
    shownAs.set(thread_id, shownAs.get(thread_id) ?? created_at);
  const timeOf = ({ thread_id, created_at }: Comment) => shownAs.get(thread_id) ?? created_at;
  return {
    threads: newest.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)),
    query,
    isReadingMore: isFetchingNextPage,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** The row that one is reading, and the ways from row to row. */
function useRows(threads: readonly Comment[]) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string>();
  const ids = threads.map(({ thread_id }) => thread_id);
  const [wanted, setWanted] = useState<string>(); // its row may come with the next data
  const focus = (id: string | undefined) => {
    setCurrent(id);
    setWanted(id);
    if (id === undefined) list.current?.focus();
  };
  useEffect(() => {
    if (wanted === undefined) return;
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const row = rows.find(({ dataset }) => dataset.thread === wanted);
    if (row === undefined) return;
    setWanted(undefined);
    row.focus();
  });
  const hasRows = ids.length > 0;
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    if (!hasRows || hasBegun) return;
    setBegun(true);
    const focused = document.activeElement;
    const isElsewhere = focused !== null && !focused.matches("body,main") && focused.closest("nav") === null;
    if (isElsewhere) return; // where the person went in the meantime
    focus(ids.find((id) => id === opened) ?? ids[0]);
    opened = undefined;
  });
  return {
    list,
    current,
    focus,
    enter: (id: string) => {
      setCurrent(id);
      setWanted(undefined);
    },
    go: (step: 1 | -1) => {
      const at = current === undefined ? -1 : ids.indexOf(current);
      if (hasRows) focus(ids[Math.min(Math.max(at === -1 ? 0 : at + step, 0), ids.length - 1)]);
    },
    /** Goes to the row after one that has left the list, or before it at the end. */
    goOnAfter: (id: string) => {
      const at = ids.indexOf(id);
      focus(ids[at + 1] ?? ids[at - 1]);
    },
  };
}

interface RowProps {
  readonly newest: Comment;
  readonly isCurrent: boolean;
  readonly canOpen: boolean;
  readonly canWrite: boolean;
  readonly onEnter: () => void;
  readonly onResolved: (first: Comment) => void;
}

function Row({ newest, isCurrent, canOpen, canWrite, onEnter, onResolved }: RowProps) {
  const { data } = useQuery(commentsQuery(newest.item_id));
  const thread = threadsOf(data ?? []).find(({ first }) => first.id === newest.thread_id);
  const hasUnread = newest.unread || (thread !== undefined && isUnread(thread));
  const [isNew, setNew] = useState(hasUnread);
  if (hasUnread && !isNew) setNew(true); // and stays so on this page, although showing it marks it as read
  return (
    <li
      className={styles.row}
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      data-thread={newest.thread_id}
      onFocus={onEnter}
    >
      {canOpen && <About newest={newest} />}
      <div className={styles.thread}>
        {!canOpen && <strong className={styles.item}>{nameOf(newest.item)}</strong>}
        {isNew && <strong className={styles.fresh}>{strings.fresh}</strong>}
        {thread === undefined ? (
          <p dir="auto">{newest.text}</p>
        ) : (
          <OfThread
            thread={thread}
            isReadOnly={!canWrite}
            hasKeys={isCurrent}
            onResolved={() => onResolved(thread.first)}
          />
        )}
      </div>
    </li>
  );
}

/** The item of a thread, with its label, in the room that it will have. */
function About({ newest: { item_id, item: named, thread_id } }: { readonly newest: Comment }) {
  const { data: item } = useQuery(itemQuery(item_id));
  const project = useQuery({ ...projectQuery(item?.project_id ?? ""), enabled: item !== undefined });
  if (item === undefined) return <span className={styles.about} data-line={named.line ?? undefined} />;
  return (
    <Link
      to="/items/$id"
      params={{ id: item_id }}
      className={styles.about}
      data-line={named.line ?? undefined}
      onClick={() => {
        opened = thread_id;
      }}
    >
      <Thumbnail
        item={summarized(item)}
        project={project.data && asGuidelines(project.data)}
        size={item.file.content_type.startsWith("image/") ? THUMBNAIL : EXCERPT}
      />
      <span className={styles.name}>{nameOf(item)}</span>
      <span className={styles.quiet}>{project.data?.name}</span>
    </Link>
  );
}
