import { UNTITLED_BATCH } from "@assay/domain/batch.ts";
import { TASK_KINDS, type TaskKind, type WorkScope } from "./task.ts";
import type { AllWaiting } from "./waiting.ts";

/** The API counts up to this number. */
const MOST = 100;

/** A batch with work for the member. */
export type Waiting = AllWaiting["data"][number];

/** The work of one project. */
export interface ProjectOfWork {
  readonly id: string;
  readonly name: string;
  readonly annotation_type: string;
  readonly training: AllWaiting["training"][number] | undefined;
  readonly batches: readonly Waiting[];
}

/** Tasks of a batch that one button leads to. */
export interface PartOfWork {
  readonly waiting: Waiting;
  /** `continue`: the member has begun with them. */
  readonly what: TaskKind | "continue";
  readonly kinds: readonly TaskKind[];
  readonly left: number;
}

/**
 * The work by projects: first where the member works, then what waits for a decision, otherwise in the order in which the service names it.
 * `last` is where they worked last.
 */
export function byProject(
  { data, training }: AllWaiting,
  last: WorkScope | undefined,
): readonly ProjectOfWork[] {
  const all = [...training, ...data];
  const rankOf = (waiting: Waiting) => {
    if (isLast(waiting, last)) return 0;
    if (waiting.in_hand > 0) return 1;
    return waiting.audit + waiting.adjudicate > 0 ? 2 : 3;
  };
  const batches = data.toSorted((one, other) => rankOf(one) - rankOf(other));
  const projects = [...new Map(all.map((one) => [one.project_id, one])).values()].map((one) => ({
    ...{ id: one.project_id, name: one.project_name, annotation_type: one.annotation_type },
    training: training.find(({ project_id }) => project_id === one.project_id),
    batches: batches.filter(({ project_id }) => project_id === one.project_id),
  }));
  const rankOfProject = ({ batches: [first] }: ProjectOfWork) => (first === undefined ? 3 : rankOf(first));
  return projects.toSorted((one, other) => rankOfProject(one) - rankOfProject(other));
}

function isLast(waiting: Waiting, last: WorkScope | undefined): boolean {
  return last !== undefined && waiting.batch_id === last.batch && leftIn(waiting, last.kinds) !== 0;
}

/** The kinds of tasks that the member has begun in a batch: those of `last`, or all if tasks are reserved for them; none if they have not begun. */
function begunIn(waiting: Waiting, last: WorkScope | undefined): readonly TaskKind[] {
  if (last !== undefined && isLast(waiting, last)) return last.kinds;
  return waiting.in_hand > 0 ? TASK_KINDS : [];
}

/** The tasks of one kind that a claim may give the member, with those to answer again; infinitely many where the API stops counting. */
function countOf(waiting: Waiting, kind: TaskKind): number {
  const count = kind === "annotate" ? waiting.annotate + waiting.rework : waiting[kind];
  return count < MOST ? count : Number.POSITIVE_INFINITY;
}

/** How many tasks of these kinds are left, those in hand among them. */
export function leftIn(waiting: Waiting, kinds: readonly TaskKind[]): number {
  return kinds.reduce((sum, kind) => sum + countOf(waiting, kind), waiting.in_hand);
}

/** What waits in a batch: first what the member has begun, then the rest by kinds. */
export function partsOf(waiting: Waiting, last: WorkScope | undefined): readonly PartOfWork[] {
  const begun = begunIn(waiting, last);
  const parts = TASK_KINDS.filter((kind) => !begun.includes(kind)).map((kind) => ({
    ...{ waiting, what: kind, kinds: [kind], left: countOf(waiting, kind) },
  }));
  if (begun.length === 0) return parts.filter(({ left }) => left > 0);
  const first = { ...({ waiting, what: "continue", kinds: begun } as const), left: leftIn(waiting, begun) };
  return [first, ...parts.filter(({ left }) => left > 0)];
}

/** What to do after the work of `scope`, in the order of My work; undefined if nothing else waits. */
export function workAfter(all: AllWaiting, scope: WorkScope): PartOfWork | undefined {
  // what is reserved in a batch at its end are answers on their way
  const isOver = ({ what, waiting: { batch_id, project_id } }: PartOfWork) =>
    (what === "continue" || scope.kinds.includes(what)) &&
    (scope.batch ?? batch_id) === batch_id &&
    (scope.project ?? project_id) === project_id;
  const parts = byProject(all, undefined).flatMap(({ batches }) =>
    batches.flatMap((waiting) => partsOf(waiting, undefined)),
  );
  return parts.find((part) => !isOver(part));
}

/** The name of a batch; undefined if nobody gave it one. */
export function ownName({ batch_name }: Waiting): string | undefined {
  return batch_name === UNTITLED_BATCH ? undefined : batch_name;
}
