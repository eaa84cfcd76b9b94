import type { components } from "@assay/sdk/schema.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { typeName } from "#strings/annotation-types.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/projects.ts";
import { api } from "../api/client.ts";
import { useLive } from "../api/live.ts";
import { useMay } from "../api/use-may.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Progress } from "../design/Progress.tsx";
import { SearchInput } from "../design/SearchInput.tsx";
import { Time } from "../design/Time.tsx";
import { DisabledWebhooks } from "../quality/DisabledWebhooks.tsx";
import styles from "./Projects.module.css";
import { TypeIcon } from "./TypeIcon.tsx";

const strings = all.list;

type Project = components["schemas"]["Project"];

const PAGE = 100;

/** All projects; archived ones on request. */
export function Projects() {
  const { q = "", archived = false } = useSearch({ from: "/inside/projects" });
  const navigate = useNavigate({ from: "/projects" });
  const filter = { ...(q === "" ? {} : { name: q }), ...(archived ? { status: "all" as const } : {}) };
  const query = useInfiniteQuery({
    queryKey: ["projects", filter],
    queryFn: async ({ pageParam }) => {
      const place = pageParam === null ? {} : { cursor: pageParam };
      const params = { query: { ...filter, ...place, include: "progress" as const, limit: PAGE } };
      return (await api.GET("/v1/projects", { params })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, fetchNextPage } = query;
  useLive(["projects"]);
  const projects = waitingFirst(data?.pages.flatMap((page) => page.data) ?? []);
  const newProject = useMay("projects:write") && (
    <ButtonLink to="/projects/new" look="primary">
      {strings.create}
    </ButtonLink>
  );

  return (
    <div className={styles.page}>
      <PageHead title={strings.title}>{newProject}</PageHead>
      <search className={styles.tools}>
        <SearchInput
          label={strings.search}
          value={q}
          onChange={(words) =>
            void navigate({
              search: {
                ...(words === "" ? {} : { q: words }),
                ...(archived ? { archived } : {}),
              },
              replace: true,
            })
          }
        />
        <Checkbox
          isSelected={archived}
          onChange={(isOn) =>
            void navigate({
              search: { ...(q === "" ? {} : { q }), ...(isOn ? { archived: true } : {}) },
              replace: true,
            })
          }
        >
          {strings.showArchived}
        </Checkbox>
      </search>
      <FetchState query={query} />
      {data !== undefined && projects.length === 0 && <Nothing q={q} newProject={newProject} />}
      <DisabledWebhooks />
      <ul className={styles.list}>
        {projects.map((project) => (
          <Card key={project.id} project={project} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button onPress={() => void fetchNextPage()}>{everywhere.showMore}</Button>
        </div>
      )}
    </div>
  );
}

function Nothing({ q, newProject }: { readonly q: string; readonly newProject: React.ReactNode }) {
  if (q !== "") {
    return <EmptyState title={strings.noMatch(q)}>{strings.noMatchHelp}</EmptyState>;
  }
  return (
    <EmptyState title={strings.none} action={newProject}>
      {strings.noneHelp}
    </EmptyState>
  );
}

function Card({ project }: { readonly project: Project }) {
  const { id, name, description, annotation_type, quality_level, status, progress, created_at } = project;
  const { items = 0, accepted = 0, excluded = 0, last_activity_at = null } = progress ?? {};
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <TypeIcon type={annotation_type} />
        <h2>
          <Link to="/projects/$id" params={{ id }} className={styles.name}>
            {name}
          </Link>
        </h2>
        {status !== "active" && <Badge tone={status === "paused" ? "warn" : "plain"}>{status}</Badge>}
      </div>
      <p className={styles.quiet}>
        {strings.kind(
          typeName(annotation_type),
          quality_level === "none" ? strings.noLevel : strings.level(quality_level),
        )}
      </p>
      {description !== null && <p className={styles.description}>{description}</p>}
      {items === 0 ? (
        <p className={styles.quiet}>{strings.noData}</p>
      ) : (
        <Progress label={strings.done} value={accepted + excluded} of={items} />
      )}
      <p className={styles.foot}>
        <State project={project} />
        <Time at={last_activity_at ?? created_at} />
      </p>
    </li>
  );
}

/** Those in which people have to do something first, then those with the latest activity. */
function waitingFirst(projects: readonly Project[]): Project[] {
  const lastOf = ({ progress, created_at }: Project) => Date.parse(progress?.last_activity_at ?? created_at);
  return projects.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || lastOf(b) - lastOf(a));
}

function isWaiting({ progress }: Project): boolean {
  const { failed_batches = 0, open_adjudications = 0, open_audits = 0 } = progress ?? {};
  return failed_batches + open_adjudications + open_audits > 0;
}

/** What people have to do first; without that, what is done. */
function State({ project }: { readonly project: Project }) {
  const { batch_count, progress } = project;
  const { failed_batches = 0, open_adjudications = 0, open_audits = 0, certified = 0 } = progress ?? {};
  if (isWaiting(project)) {
    return (
      <span className={styles.waiting}>
        {failed_batches > 0 && <Badge tone="bad">{strings.failed(failed_batches)}</Badge>}
        {open_adjudications > 0 && <Badge tone="warn">{strings.toAdjudicate(open_adjudications)}</Badge>}
        {open_audits > 0 && <Badge tone="accent">{strings.toAudit(open_audits)}</Badge>}
      </span>
    );
  }
  if (certified > 0) return <Badge tone="good">{strings.certified(certified)}</Badge>;
  return <span>{strings.batches(batch_count)}</span>;
}
