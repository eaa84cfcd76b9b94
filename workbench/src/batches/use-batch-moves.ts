import { useQueryClient } from "@tanstack/react-query";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";

/** What can be done to a batch; `fault` is what the service said of the last try. */
export function useBatchMoves({ id }: Pick<Batch, "id">) {
  const queries = useQueryClient();
  const { fault, isBusy, attempt } = useAttempt();
  const params = { path: { id } };

  /** True where it was done. */
  async function move(act: () => Promise<unknown>): Promise<boolean> {
    const isDone = await attempt(act);
    await Promise.all(
      ["batches", "quality", "projects", "exports", "items"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
    return isDone;
  }

  return {
    fault,
    isBusy,
    move,
    hold: (hold: boolean) => move(() => api.PATCH("/v1/batches/{id}", { params, body: { hold } })),
    change: (body: { readonly name?: string; readonly priority?: Batch["priority"] }) =>
      move(() => api.PATCH("/v1/batches/{id}", { params, body })),
    rework: () => move(() => api.POST("/v1/batches/{id}/rework", { params })),
    amend: (item_ids: readonly string[]) =>
      move(() => api.POST("/v1/batches/{id}/amend", { params, body: { item_ids: [...item_ids] } })),
    start: () => move(() => api.POST("/v1/batches/{id}/start", { params })),
    ask: (level: string) => move(() => api.POST("/v1/batches/{id}/audit", { params, body: { level } })),
    remove: () => move(() => api.DELETE("/v1/batches/{id}", { params })),
  };
}

export type BatchMoves = ReturnType<typeof useBatchMoves>;
