import type { Client } from "@assay/sdk/client.ts";
import type { Home } from "./home.ts";
import type { Plan } from "./plan.ts";

/** Finds or creates the project of a folder, adds the requested labels, and returns its id. */
export async function prepareProject(
  client: Client,
  { remember, memory }: Home,
  { type, format, labels }: Plan,
  name: string,
): Promise<string> {
  const { project_id: known } = memory();
  const wanted = labels.map((label) => ({ name: label }));
  if (known === undefined) {
    const named = { name: name.slice(0, 200), annotation_type: type.name, export_format: format.name };
    const { data } = await client.POST("/v1/projects", {
      body: { ...named, quality_level: "none", labels: wanted },
    });
    await remember({ project_id: data.id });
    return data.id;
  }
  const params = { path: { id: known } };
  const { data: project } = await client.GET("/v1/projects/{id}", { params });
  const added = wanted.filter((label) => !project.labels.some(({ name }) => name === label.name));
  if (added.length > 0)
    await client.PATCH("/v1/projects/{id}", { params, body: { labels: [...project.labels, ...added] } });
  return known;
}

/** The id of the only member. */
export async function findOwner(client: Client): Promise<string> {
  const { data: owners } = await client.GET("/v1/members", { params: { query: { role: "owner" } } });
  return owners.data[0]?.id ?? "";
}

/** Whether the member has items left to answer or to submit; skipped ones do not count. */
export async function isWaiting(client: Client, project_id: string, annotator: string): Promise<boolean> {
  const params = { query: { annotator } };
  const { data } = await client.GET("/v1/tasks/waiting", { params });
  return data.data.some((waiting) => waiting.project_id === project_id);
}

/** The number of items of a project, the number of labeled ones, and the time of the last change. */
export async function progressOf(client: Client, id: string) {
  const params = { path: { id }, query: { include: "progress" as const } };
  const { progress } = (await client.GET("/v1/projects/{id}", { params })).data;
  if (progress === undefined) throw new Error("the service returned no progress");
  return progress;
}
