/** Where tasks of a batch are answered: all of it, or its audits only. */
export function workAddress(batch_id: string, kinds?: "audit" | "adjudicate"): string {
  return `/work?batch=${batch_id}${kinds === undefined ? "" : `&kinds=${kinds}`}`;
}
