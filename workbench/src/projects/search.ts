/** The search parameters of the list of projects. */
export interface ProjectsSearch {
  readonly q?: string;
  readonly archived?: boolean;
}

export function readProjectsSearch({ q, archived }: Record<string, unknown>): ProjectsSearch {
  return {
    ...(typeof q === "string" && q !== "" ? { q } : {}),
    ...(archived === true ? { archived } : {}),
  };
}

/** The tabs of a project's page. */
export const PROJECT_TABS = ["overview", "confusion", "datasets", "guidelines", "settings"] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

/** The search parameters of a project's page. */
export interface ProjectSearch {
  readonly tab?: ProjectTab;
}

export function readProjectSearch({ tab }: Record<string, unknown>): ProjectSearch {
  const found = PROJECT_TABS.find((name) => name === tab);
  return found === undefined || found === "overview" ? {} : { tab: found };
}
