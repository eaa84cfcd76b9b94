import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/projects.ts";
import { type Batch, type Quality, qualityQuery } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { useLive } from "../api/live.ts";
import { type Project, progressQuery } from "../api/project.ts";
import { batchTone, sayStatus } from "../batches/stages.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Progress } from "../design/Progress.tsx";
import { type Stat, Stats } from "../design/Stats.tsx";
import { Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { Blockers } from "../quality/Blockers.tsx";
import { blockersQuery } from "../quality/blockers-query.ts";
import { Throughput } from "../reports/Throughput.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./ProjectPage.module.css";
import { Questions } from "./Questions.tsx";
import { questionsQuery } from "./questions-query.ts";

const strings = all.overview;

const PAGE = 25;

interface ProjectOverviewProps {
  readonly project: Project;
  /** Absent for those who may not. */
  readonly onAdd: (() => void) | undefined;
}

/** The progress of a project, and its batches, newest first. */
export function ProjectOverview({ project, onAdd }: ProjectOverviewProps) {
  const query = useInfiniteQuery({
    queryKey: ["batches", { project: project.id }],
    queryFn: async ({ pageParam }) => {
      const place = pageParam === null ? {} : { cursor: pageParam };
      const params = { query: { project_id: project.id, limit: PAGE, ...place } };
      return (await api.GET("/v1/batches", { params })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  useLive(["batches", { project: project.id }]);
  const { data, hasNextPage, fetchNextPage } = query;
  const batches = data?.pages.flatMap((page) => page.data) ?? [];
  const answered = answeredOf(batches);
  const above = [
    useQuery({ ...qualityQuery(answered?.id ?? ""), enabled: answered !== undefined }),
    useQuery(progressQuery(project.id)),
    useQuery(blockersQuery(project.id)),
    useQuery(questionsQuery(project.id)),
  ];
  const late = above.find(({ isFetched, fetchStatus }) => !isFetched && fetchStatus !== "idle"); // it would move the batches down
  if (data === undefined || query.error !== null) return <FetchState query={query} />;
  if (batches.length > 0 && late !== undefined) return <FetchState query={late} />;
  if (batches.length === 0) {
    return (
      <EmptyState
        title={strings.none}
        action={
          onAdd !== undefined && (
            <Button look="primary" onPress={onAdd}>
              {all.page.addData}
            </Button>
          )
        }
      >
        {strings.noneHelp}
      </EmptyState>
    );
  }
  return (
    <div className={styles.parts}>
      <Numbers project={project} batches={batches} />
      <Blockers project_id={project.id} />
      <BatchTable batches={batches}>
        {hasNextPage ? (
          <Button onPress={() => void fetchNextPage()}>{everywhere.showMore}</Button>
        ) : undefined}
      </BatchTable>
      <Questions project_id={project.id} />
      <Throughput project_id={project.id} />
    </div>
  );
}

function BatchTable({
  batches,
  children,
}: {
  readonly batches: readonly Batch[];
  readonly children?: React.ReactNode;
}) {
  return (
    <Table
      caption={strings.caption}
      rows={batches}
      keyOf={({ id }) => id}
      columns={[
        {
          title: strings.batch,
          cell: ({ id, name }) => (
            <Link to="/batches/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        { title: strings.state, cell: (batch) => <Badge tone={batchTone(batch)}>{sayStatus(batch)}</Badge> },
        {
          title: strings.done,
          cell: ({ name, annotated_count, excluded_count, item_count }) => (
            <div className={styles.cell}>
              <Progress
                isBare
                label={strings.doneOf(name)}
                value={annotated_count + excluded_count}
                of={item_count}
              />
              <span>
                {everywhere.numberOf(
                  formatNumber(annotated_count + excluded_count),
                  formatNumber(item_count),
                )}
              </span>
            </div>
          ),
        },
        {
          title: strings.audits,
          cell: ({ audit, audited_count }) =>
            audit === null
              ? audited_count === null
                ? "–"
                : formatNumber(audited_count)
              : everywhere.numberOf(formatNumber(audit.done), formatNumber(audit.required)),
          isNumber: true,
        },
        {
          title: strings.verdict,
          cell: ({ quality_score, certification_level }) =>
            quality_score === null
              ? "–"
              : strings.score(certification_level ?? strings.noneLevel, quality_score),
        },
        { title: strings.created, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    >
      {children}
    </Table>
  );
}

/** What the agreement is of, or why there is none; nothing while its report loads. */
function sayAgreement(answered: Batch | undefined, agreement: Quality["agreement"] | undefined) {
  if (answered === undefined) return strings.alphaNotYet;
  if (agreement === undefined) return undefined;
  const twice = strings.twice(agreement.items, answered.name, sayStatus(answered));
  if (!agreement.has_enough_items) return strings.alphaTooFew(twice);
  return agreement.alpha === null ? strings.alphaSame(twice) : twice;
}

/** The newest batch in work that has labels, or else the newest with labels. */
function answeredOf(batches: readonly Batch[]): Batch | undefined {
  const labeled = batches.filter(({ annotated_count }) => annotated_count > 0);
  return labeled.find(({ status }) => status === "processing") ?? labeled[0];
}

function Numbers({ project, batches }: { readonly project: Project; readonly batches: readonly Batch[] }) {
  const { data: progress } = useQuery(progressQuery(project.id));
  const answered = answeredOf(batches);
  const quality = useQuery({ ...qualityQuery(answered?.id ?? ""), enabled: answered !== undefined });
  const agreement = quality.data?.agreement;
  const alpha = agreement?.has_enough_items ? agreement.alpha : null;
  const share = (part: number) =>
    progress === undefined || progress.items === 0
      ? undefined
      : `${Math.floor((100 * part) / progress.items)} %`;
  const say = (count: number | undefined) => (count === undefined ? everywhere.unknown : formatNumber(count));
  const stats: Stat[] = [
    { name: strings.items, value: say(progress?.items) },
    {
      name: strings.done,
      value: progress === undefined ? "–" : say(progress.accepted + progress.excluded),
      detail: share((progress?.accepted ?? 0) + (progress?.excluded ?? 0)),
    },
    { name: strings.waiting, value: say(progress?.open_audits) },
    { name: strings.certified, value: say(progress?.certified), detail: share(progress?.certified ?? 0) },
    {
      name: strings.alpha,
      value: alpha === null ? "–" : alpha.toFixed(2),
      note: sayAgreement(answered, agreement) ?? everywhere.unknown,
    },
  ];
  return <Stats stats={stats} />;
}
