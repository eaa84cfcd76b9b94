import type { components } from "@assay/sdk/schema.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { type Project, projectQuery } from "../api/project.ts";

type ChangeProject = components["schemas"]["ChangeProject"];

/** Changes a project and updates the query; `error` is the API's message. */
export function useChangeProject({ id }: Pick<Project, "id">) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always", // without a connection it fails, instead of waiting for one unseen
    mutationFn: async (body: ChangeProject): Promise<Project> =>
      (await api.PATCH("/v1/projects/{id}", { params: { path: { id } }, body })).data,
    onSuccess: (project) => {
      queries.setQueryData(projectQuery(id).queryKey, project);
      return queries.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}
