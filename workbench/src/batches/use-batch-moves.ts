import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";

/** The requests that change a batch; `fault` is the message of the last one if it failed. */
export function useBatchMoves({ id }: Pick<Batch, "id">) {
  const {
    fault,
    isBusy,
    attempt: move,
  } = useAttempt(["batches"], ["quality"], ["projects"], ["exports"], ["items"]);
  const params = { path: { id } };

  return {
    fault,
    isBusy,
    move,
    hold: (hold: boolean) => move(() => api.PATCH("/v1/batches/{id}", { params, body: { hold } })),
    change: (body: Partial<Pick<Batch, "name" | "priority" | "queue_order">>) =>
      move(() => api.PATCH("/v1/batches/{id}", { params, body })),
    rework: (reason: string) => move(() => api.POST("/v1/batches/{id}/rework", { params, body: { reason } })),
    amend: (item_ids: readonly string[], reason: string) => {
      const body = { item_ids: [...item_ids], ...(reason !== "" && { reason }) };
      return move(() => api.POST("/v1/batches/{id}/amend", { params, body }));
    },
    start: () => move(() => api.POST("/v1/batches/{id}/start", { params })),
    ask: (level: string) => move(() => api.POST("/v1/batches/{id}/audit", { params, body: { level } })),
    challenge: (nonce: string) =>
      move(() => api.POST("/v1/batches/{id}/challenge", { params, body: { nonce } })),
    /** `abandon` deletes the batch also during its audit, which then counts as failed. */
    remove: (abandon: boolean) =>
      move(() => api.DELETE("/v1/batches/{id}", { params: { ...params, query: { abandon } } })),
  };
}

export type BatchMoves = ReturnType<typeof useBatchMoves>;
