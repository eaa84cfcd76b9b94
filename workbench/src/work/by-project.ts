import type { AllWaiting } from "./waiting.ts";

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

/**
 * The work by projects: first those in which the member has begun, then those in which labels wait for a decision, otherwise in the order in
 * which the service names them.
 */
export function byProject({ data, training }: AllWaiting): readonly ProjectOfWork[] {
  const all = [...training, ...data];
  const projects = [...new Map(all.map((one) => [one.project_id, one])).values()].map((one) => ({
    ...{ id: one.project_id, name: one.project_name, annotation_type: one.annotation_type },
    training: training.find(({ project_id }) => project_id === one.project_id),
    batches: data.filter(({ project_id }) => project_id === one.project_id),
  }));
  const rankOf = ({ batches }: ProjectOfWork) =>
    isBegun(batches) ? 0 : batches.some(({ audit, adjudicate }) => audit + adjudicate > 0) ? 1 : 2;
  return projects.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether tasks of these batches are reserved for the member. */
export function isBegun(batches: readonly Waiting[]): boolean {
  return batches.some(({ in_hand }) => in_hand > 0);
}
