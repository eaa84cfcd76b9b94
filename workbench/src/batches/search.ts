/** The tabs of a batch's page. */
export const BATCH_TABS = ["overview", "agreement", "annotators", "models", "exports"] as const;
export type BatchTab = (typeof BATCH_TABS)[number];

/** The search parameters of a batch's page. */
export interface BatchSearch {
  readonly tab?: BatchTab;
}

export function readBatchSearch({ tab }: Record<string, unknown>): BatchSearch {
  const found = BATCH_TABS.find((name) => name === tab);
  return found === undefined || found === "overview" ? {} : { tab: found };
}
