/** The address of the work screen for a batch: for all its tasks, or for its audits. */
export function workAddress(batch_id: string, kinds?: "audit" | "adjudicate"): string {
  return `/work?batch=${batch_id}${kinds === undefined ? "" : `&kinds=${kinds}`}`;
}
