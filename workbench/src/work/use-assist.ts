import type { components } from "@assay/sdk/schema.ts";
import { useEffect, useMemo } from "react";
import { api } from "../api/client.ts";
import type { Assist } from "../editors/assist.ts";
import type { Guidelines } from "../editors/editor.ts";

type Task = components["schemas"]["Task"];

/**
 * How the project's model is asked about the item of a task, which it prepares once the item is shown; null if the project has none.
 * Auditors judge without one.
 */
export function useAssist({ id, kind }: Task, { has_assist }: Guidelines): Assist | null {
  const isOffered = has_assist && kind === "annotate";
  const params = useMemo(() => ({ path: { id } }), [id]);
  useEffect(() => {
    if (isOffered) api.POST("/v1/tasks/{id}/assist", { params, body: {} }).catch(() => undefined); // it is asked again by a click
  }, [isOffered, params]);
  return useMemo(
    () =>
      isOffered
        ? async (pointed) => {
            const prompt = { ...pointed, points: pointed.points.map((point) => ({ ...point })) };
            return (await api.POST("/v1/tasks/{id}/assist", { params, body: { prompt } })).data.objects;
          }
        : null,
    [isOffered, params],
  );
}
