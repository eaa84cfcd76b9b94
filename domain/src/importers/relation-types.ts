import type { ForeignDataset } from "./importer.ts";

/**
 * The labels and relation types of a dataset whose spans and relations have these names, each as often as it has it.
 * All names of a project are different: where spans and relations share one, relations have labels of spans.
 */
export function namesOfDataset(
  spans: readonly string[],
  relations: readonly string[],
): Pick<ForeignDataset, "labels" | "relation_types"> {
  const labels = [...new Set(spans)];
  const types = [...new Set(relations)];
  if (types.length === 0) return { labels };
  return types.some((name) => labels.includes(name))
    ? { labels: [...new Set([...labels, ...types])] }
    : { labels, relation_types: types };
}
