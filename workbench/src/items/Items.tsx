import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/items.ts";
import { batchQuery } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { projectQuery } from "../api/project.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Bulk, type Chosen } from "./Bulk.tsx";
import { Filters } from "./Filters.tsx";
import { ItemList } from "./ItemList.tsx";
import styles from "./Items.module.css";
import { filterOf, type ItemsSearch, queryOf } from "./search.ts";

const strings = all.page;

const PAGE = 200;
const NONE: ReadonlySet<string> = new Set();

/** The items of a batch or project, with filters and bulk actions. */
export function Items() {
  const search = useSearch({ from: "/inside/items" });
  const filter = filterOf(search);
  const matching = JSON.stringify(filter);
  const [choice, setChoice] = useState<{ readonly of: string; readonly chosen: Chosen }>();
  const chosen = choice?.of === matching ? choice.chosen : NONE; // another filter means other items
  const setChosen = (next: Chosen) => setChoice({ of: matching, chosen: next });
  const isScoped = search.batch !== undefined || search.project !== undefined;
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["items", filter],
    queryFn: async ({ pageParam }) => {
      const query = { ...queryOf(filter), limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return (await api.GET("/v1/items", { params: { query } })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled: isScoped,
  });
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const isNone = !isPending && items.length === 0 && !hasNextPage;

  if (!isScoped) {
    return (
      <EmptyState title={strings.unscoped} action={<Link to="/projects">{strings.toProjects}</Link>}>
        {strings.unscopedHelp}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <Head search={search} />
      <Filters key={JSON.stringify([search.batch, search.project])} search={search} />
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      <Bulk filter={filter} matchesNone={isNone} chosen={chosen} onChoose={setChosen} />
      {isNone ? (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      ) : (
        <ItemList
          items={items}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage || isPending}
          onMore={() => void fetchNextPage()}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
    </div>
  );
}

function Head({ search }: { readonly search: ItemsSearch }) {
  const batch = useQuery({ ...batchQuery(search.batch ?? ""), enabled: search.batch !== undefined });
  const project_id = search.project ?? batch.data?.project_id;
  const project = useQuery({ ...projectQuery(project_id ?? ""), enabled: project_id !== undefined });
  const trail = [
    <Link key="projects" to="/projects">
      {strings.projects}
    </Link>,
    ...(project.data === undefined
      ? []
      : [
          <Link key="project" to="/projects/$id" params={{ id: project.data.id }}>
            {project.data.name}
          </Link>,
        ]),
    ...(batch.data === undefined
      ? []
      : [
          <Link key="batch" to="/batches/$id" params={{ id: batch.data.id }}>
            {batch.data.name}
          </Link>,
        ]),
  ];
  return <PageHead title={strings.title} trail={trail} />;
}
