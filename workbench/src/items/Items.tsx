import { mayAudit } from "@assay/domain/member.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { batchQuery } from "../api/batch.ts";
import { useMemberName } from "../api/members.ts";
import { projectQuery } from "../api/project.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Select } from "../design/Select.tsx";
import { asGuidelines } from "../thumbnails/item.ts";
import { Bulk, type Chosen } from "./Bulk.tsx";
import { Filters } from "./Filters.tsx";
import { ItemGallery } from "./ItemGallery.tsx";
import { ItemList } from "./ItemList.tsx";
import styles from "./Items.module.css";
import type { ItemSummary } from "./item.ts";
import { itemsQuery } from "./items-query.ts";
import { Suspicions } from "./Suspicions.tsx";
import { filterOf, type ItemSort, type ItemsSearch, readItemsSearch, WAITS_FOR } from "./search.ts";

const strings = all.page;

const SORT_NAMES = (["position", "support", "suspicion"] as const).map((id) => ({
  id,
  name: strings.sorts[id],
}));
const NONE: ReadonlySet<string> = new Set();

/** The items of a batch or project, with filters and bulk actions. */
export function Items() {
  const search = useSearch({ from: "/inside/items" });
  const { sort } = search;
  const filter = filterOf(search);
  const matching = JSON.stringify([filter, sort]);
  const [choice, setChoice] = useState<{ readonly of: string; readonly chosen: Chosen }>();
  const chosen = choice?.of === matching ? choice.chosen : NONE; // another filter means other items
  const setChosen = (next: Chosen) => setChoice({ of: matching, chosen: next });
  const isScoped = search.batch !== undefined || search.project !== undefined;
  const listed = useInfiniteQuery({ ...itemsQuery(search), enabled: isScoped });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
  const items: readonly ItemSummary[] = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const { project_id = "" } = items[0] ?? {};
  const project = useQuery({ ...projectQuery(project_id), enabled: project_id !== "", select: asGuidelines });
  const Shown = search.view === "gallery" ? ItemGallery : ItemList;
  const navigate = useNavigate({ from: "/items" });
  const onSort = (to: ItemSort | undefined) =>
    void navigate({ search: readItemsSearch({ ...search, sort: to }), replace: true });
  const isNone = data !== undefined && items.length === 0 && !hasNextPage;

  if (!isScoped) {
    return (
      <>
        <PageHead title={strings.title} />
        <EmptyState title={strings.unscoped} action={<Link to="/projects">{strings.toProjects}</Link>}>
          {strings.unscopedHelp}
        </EmptyState>
      </>
    );
  }
  return (
    <div className={styles.page}>
      <Head search={search} />
      <Above search={search} items={items} />
      <FetchState query={listed} />
      <Bulk filter={filter} matchesNone={isNone || sort !== undefined} chosen={chosen} onChoose={setChosen} />
      {isNone && <None isSuspicious={sort === "suspicion" && Object.keys(filter).length === 1} />}
      {!isNone && data !== undefined && (
        <Shown
          items={items}
          project={project.data}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
          chosen={chosen}
          onChoose={setChosen}
          sort={sort}
          onSort={search.batch === undefined ? undefined : onSort}
        />
      )}
    </div>
  );
}

/** The filters, and what another order means. */
function Above({ search, items }: { readonly search: ItemsSearch; readonly items: readonly ItemSummary[] }) {
  const { sort, ...rest } = search;
  const { batch, project } = rest;
  return (
    <>
      <Filters key={JSON.stringify([batch, project])} search={search} />
      <Answered {...search} />
      {sort === "suspicion" && <Suspicions batch_id={batch ?? ""} items={items} />}
      {sort === "support" && (
        <p>
          {strings.bySupport} {strings.undecided}{" "}
          {WAITS_FOR.map((waits) => (
            <Link key={waits} to="/items" search={{ ...rest, waits }} className={styles.apart}>
              {strings.waiting[waits]}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

/** Says which answers the items have: the filters by answer are folded, and the list shows labels only. */
function Answered({ annotator, answer, other }: ItemsSearch) {
  const nameOf = useMemberName();
  if (answer === undefined) return null;
  return <p>{strings.answered(annotator === undefined ? null : nameOf(annotator), answer, other ?? null)}</p>;
}

function None({ isSuspicious }: { readonly isSuspicious: boolean }) {
  const { none, noneHelp } = isSuspicious ? all.suspicion : strings;
  return <EmptyState title={none}>{noneHelp}</EmptyState>;
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
  return (
    <PageHead title={search.sort === "suspicion" ? all.suspicion.title : strings.title} trail={trail}>
      <Views search={search} />
    </PageHead>
  );
}

/** Chooses the order, and between the table and the gallery; the address keeps the choice. */
function Views({ search }: { readonly search: ItemsSearch }) {
  const navigate = useNavigate({ from: "/items" });
  const { person } = useRouteContext({ from: "/inside" });
  const show = (view?: "gallery") => {
    const { view: _before, ...rest } = search;
    void navigate({ search: view === undefined ? rest : { ...rest, view }, replace: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown
    <div role="group" aria-label={strings.view} className={styles.views}>
      {search.batch !== undefined && (
        <Select
          label={strings.sort}
          isLabelHidden
          options={SORT_NAMES.filter(({ id }) => id !== "suspicion" || mayAudit(person.role))}
          value={search.sort ?? "position"}
          onChange={(sort) => {
            void navigate({ search: readItemsSearch({ ...search, sort }), replace: true });
          }}
        />
      )}
      <Button aria-pressed={search.view === undefined} onPress={() => show()}>
        {strings.table}
      </Button>
      <Button aria-pressed={search.view === "gallery"} onPress={() => show("gallery")}>
        {strings.gallery}
      </Button>
    </div>
  );
}
