import type { components } from "@assay/sdk/schema.ts";
import { useMemo } from "react";
import { api } from "../api/client.ts";
import type { Assist } from "../editors/assist.ts";
import type { Guidelines } from "../editors/editor.ts";

type Task = components["schemas"]["Task"];

/** How the project's model is asked about the item of a task; null if the project has none. Auditors judge without one. */
export function useAssist({ id, kind }: Task, { has_assist }: Guidelines): Assist | null {
  const isOffered = has_assist && kind === "annotate";
  return useMemo(
    () =>
      isOffered
        ? async (pointed) => {
            const prompt = { ...pointed, points: pointed.points.map((point) => ({ ...point })) };
            const params = { path: { id } };
            return (await api.POST("/v1/tasks/{id}/assist", { params, body: { prompt } })).data.objects;
          }
        : null,
    [isOffered, id],
  );
}
