import { scopesOf } from "@assay/domain/member.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import { strings as all } from "#strings/comments.ts";
import { api } from "../api/client.ts";
import { projectQuery } from "../api/project.ts";
import { OfThread } from "../comments/Comments.tsx";
import { commentsQuery } from "../comments/comments-query.ts";
import { type Comment, isUnread, threadsOf } from "../comments/threads.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { itemQuery } from "../items/item.ts";
import { asGuidelines, nameOf, summarized } from "../thumbnails/item.ts";
import { Thumbnail } from "../thumbnails/Thumbnail.tsx";
import styles from "./Inbox.module.css";

const strings = all.inbox;

const PAGE = 20;
const AGAIN_MS = 30_000;
const THUMBNAIL = { width: 112, height: 84 };

/** The questions and notes that the signed-in person may see, in all projects: the thread with the newest comment first. */
export function Inbox() {
  const [resolved, setResolved] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["comments", "inbox", resolved],
    queryFn: async ({ pageParam }) => {
      const query = { resolved, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return (await api.GET("/v1/comments", { params: { query } })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: AGAIN_MS,
  });
  const comments = data?.pages.flatMap((page) => page.data) ?? [];
  const threads = [
    ...new Map(comments.toReversed().map((comment) => [comment.thread_id, comment])).values(),
  ].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));

  /** J and K go from thread to thread. */
  function go({ key, target }: KeyboardEvent) {
    const isTyping = target instanceof HTMLTextAreaElement;
    if (isTyping || (key !== "j" && key !== "k")) return;
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.min(Math.max(at + (key === "j" ? 1 : -1), 0), rows.length - 1)]?.focus();
  }

  return (
    <div className={styles.page}>
      <PageHead title={strings.title}>
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
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {!isPending && threads.length === 0 && (
        <EmptyState title={resolved ? strings.noneResolved : strings.none}>{strings.noneHelp}</EmptyState>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists without bullets */}
      <ul ref={list} role="list" aria-label={strings.title} className={styles.list} onKeyDown={go}>
        {threads.map((comment) => (
          <Row key={comment.thread_id} newest={comment} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </div>
  );
}

function Row({ newest }: { readonly newest: Comment }) {
  const { person } = useRouteContext({ from: "/inside" });
  const { data } = useQuery(commentsQuery(newest.item_id));
  const thread = threadsOf(data ?? []).find(({ first }) => first.id === newest.thread_id);
  const hasUnread = newest.unread || (thread !== undefined && isUnread(thread));
  const [isNew, setNew] = useState(hasUnread);
  if (hasUnread && !isNew) setNew(true); // and stays so on this page, although showing it marks it as read
  return (
    <li className={styles.row} tabIndex={-1}>
      {scopesOf(person.role).includes("projects:read") && <About item_id={newest.item_id} />}
      <div className={styles.thread}>
        {isNew && <strong className={styles.fresh}>{strings.fresh}</strong>}
        {thread === undefined ? <p dir="auto">{newest.text}</p> : <OfThread thread={thread} />}
      </div>
    </li>
  );
}

/** The item of a thread, with its label, in the room that it will have. */
function About({ item_id }: { readonly item_id: string }) {
  const { data: item } = useQuery(itemQuery(item_id));
  const project = useQuery({ ...projectQuery(item?.project_id ?? ""), enabled: item !== undefined });
  if (item === undefined) return <span className={styles.about} />;
  return (
    <Link to="/items/$id" params={{ id: item_id }} className={styles.about}>
      <Thumbnail
        item={summarized(item)}
        project={project.data && asGuidelines(project.data)}
        size={THUMBNAIL}
      />
      <span>{nameOf(item)}</span>
      <span className={styles.quiet}>{project.data?.name}</span>
    </Link>
  );
}
