import type { Check, Evidence } from "./check.ts";
import type { Ledger } from "./ledger.ts";

interface BatchState {
  readonly id: string;
  readonly status: string;
  readonly round: number;
  readonly deleted_at: Date | null;
  /** Whether it was deleted during an audit. */
  readonly is_abandoned: boolean;
  readonly processing_at: Date | null;
  readonly completed_at: Date | null;
  readonly certified_at: Date | null;
  readonly failed_at: Date | null;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  /** Null where its batch was deleted, except of the event that says that its audit was abandoned. */
  readonly body: string | null;
  readonly created_at: Date;
}

interface Told extends StoredEvent {
  readonly body: string;
}

/** All events as the database has them. */
export function readEvents({ query }: Pick<Evidence, "query">): Promise<StoredEvent[]> {
  return query<StoredEvent>("select id, type, body, created_at from events order by id");
}

/** Every state has its event and every event its state, for every batch and every change of a project. */
export async function checkEvents(
  { query, ledger }: Evidence,
  events: readonly StoredEvent[],
): Promise<Check> {
  const batches = await query<BatchState>(
    `select id, status, round, deleted_at, coalesce(audit_outcome = 'abandoned', false) as is_abandoned, processing_at, completed_at, certified_at, failed_at from batches order by id`,
  );
  const isTold = (event: StoredEvent): event is Told => event.body !== null;
  const told = Map.groupBy(events.filter(isTold), subjectOf);
  const [kept, deleted] = [true, false].map((isKept) =>
    batches.filter((one) => (one.deleted_at === null) === isKept),
  );
  const abandoned = (deleted ?? []).filter(({ is_abandoned }) => is_abandoned);
  const faults = (kept ?? []).flatMap((batch) => compare(batch, told.get(batch.id) ?? []));
  faults.push(...abandoned.flatMap(({ id }) => compareAbandoned(id, told.get(id) ?? [])));
  faults.push(
    ...compareErased(
      deleted ?? [],
      events.filter((event) => !isTold(event)),
    ),
  );
  const known = new Set([...[...(kept ?? []), ...abandoned].map(({ id }) => id), ...ledger.projects.keys()]);
  for (const [subject, some] of told) {
    if (!known.has(subject))
      faults.push(`${some.map(({ id }) => id).join()} tell of ${subject}, which is not there`);
  }
  faults.push(...checkSeen(batches, ledger), ...checkRenamings(told, ledger));
  const transitions = events.filter(({ type }) => type !== "project.updated").length;
  const what = `${batches.length} batches with ${transitions} transitions, ${ledger.renamings.length} changes of projects: each with its event, and no event besides`;
  return { what, faults };
}

function subjectOf({ body }: Told): string {
  const { data } = JSON.parse(body);
  return data.batch_id ?? data.project_id;
}

/** The stages of one round, in order; the last depends on the verdict. */
const STAGES = ["processing", "completed"] as const;

/** The history that a batch in this state must have, as "type round". */
function historyOf({ status, round }: BatchState): string[] {
  const history = ["batch.created 1"];
  for (let earlier = 1; earlier < round; earlier += 1) {
    history.push(...[...STAGES, "failed"].map((stage) => `batch.${stage} ${earlier}`));
  }
  const last = { created: 0, processing: 1, completed: 2, certified: 2, failed: 2 }[status];
  history.push(...STAGES.slice(0, last).map((stage) => `batch.${stage} ${round}`));
  if (status === "failed") history.push(`batch.failed ${round}`);
  if (status === "certified") history.push("batch.certified");
  return history;
}

function compare(batch: BatchState, events: readonly Told[]): string[] {
  const told = events.map(({ type, body }) => [type, JSON.parse(body).data.round].join(" ").trimEnd());
  const [expected, found] = [historyOf(batch).sort(), told.sort()];
  if (expected.join() !== found.join()) {
    return [
      `${batch.id} is ${batch.status} in round ${batch.round}, but its events are ${found.join(", ") || "none"}`,
    ];
  }
  return events.flatMap((event) => compareTime(batch, event));
}

/** What is told of a batch whose deletion abandoned its audit: this, once. */
function compareAbandoned(id: string, events: readonly Told[]): string[] {
  const reasons = events.map(({ type, body }) => [type, JSON.parse(body).data.reasons?.[0]?.code].join(" "));
  return reasons.join() === "batch.failed abandoned"
    ? []
    : [`the audit of ${id} was abandoned, but its events are ${reasons.join(", ") || "none"}`];
}

/** Of deleted batches only the types of their events are left, so these are compared for all of them at once. */
function compareErased(batches: readonly BatchState[], events: readonly StoredEvent[]): string[] {
  const expected = batches
    .flatMap((batch) => (batch.is_abandoned ? historyOf(batch).slice(0, -1) : historyOf(batch)))
    .map((told) => told.replace(/ .*/, ""))
    .sort();
  const found = events.map(({ type }) => type).sort();
  if (expected.join() === found.join()) return [];
  const ids = batches.map(({ id }) => id).join(", ");
  return [`the deleted ${ids} had the events ${expected.join(", ")}; there are ${found.join(", ")}`];
}

/** The event of the current state has the time at which the batch entered it. */
function compareTime(batch: BatchState, { id, type, body, created_at }: Told): string[] {
  const { data } = JSON.parse(body);
  if (data.round !== undefined && data.round !== batch.round) return [];
  const entered = {
    "batch.processing": batch.processing_at,
    "batch.completed": batch.completed_at,
    "batch.certified": batch.certified_at,
    "batch.failed": batch.failed_at,
  }[type];
  if (entered === undefined || entered?.getTime() === created_at.getTime()) return [];
  return [`${id} (${type}) is of ${created_at.toISOString()}, ${batch.id} of ${entered?.toISOString()}`];
}

/** States that a client has seen are still true. */
function checkSeen(batches: readonly BatchState[], ledger: Ledger): string[] {
  const stored = new Map(batches.map((batch) => [batch.id, batch]));
  const faults = [...ledger.batches].flatMap(([id, seen]) => {
    const batch = stored.get(id);
    if (batch === undefined) return [`${id} was acknowledged and is not there`];
    if (seen.isDeleted) return batch.deleted_at === null ? [`${id} was deleted and is still there`] : [];
    const isStill =
      batch.round >= seen.round && (batch.status === seen.status || batch.status === "processing");
    return isStill
      ? []
      : [`${id} was ${seen.status} in round ${seen.round} and is ${batch.status} in ${batch.round}`];
  });
  const unknown = batches.filter(({ id }) => !ledger.batches.has(id));
  return [...faults, ...unknown.map(({ id }) => `${id} exists and nobody was told of it`)];
}

function checkRenamings(told: ReadonlyMap<string, readonly Told[]>, ledger: Ledger): string[] {
  const expected = Map.groupBy(ledger.renamings, ({ project_id }) => project_id);
  return [...ledger.projects.keys()].flatMap((project_id) => {
    const names = (told.get(project_id) ?? []).map(({ body }) => JSON.parse(body).data.project.name);
    const wanted = (expected.get(project_id) ?? []).map(({ name }) => name);
    if (names.join() === wanted.join()) return [];
    return [`${project_id} was renamed to [${wanted}], and events tell of [${names}]`];
  });
}
