import { BatchesResource } from "./resources.ts";
import type { Batch } from "./schema.ts";
import type { RequestOptions } from "./transport.ts";
import { type Patience, untilHolds } from "./until.ts";

/** `client.batches` */
export class Batches extends BatchesResource {
  /**
   * Asks for a batch until it is `certified` or `failed`, or in one of the states of `status`; returns it. Throws
   * TimeoutError after `timeoutMs`, which does not limit it unless given.
   */
  waitFor(
    id: string,
    options: Patience & { readonly status?: readonly Batch["status"][] } = {},
  ): Promise<Batch> {
    const { status = ["certified", "failed"], ...patience } = options;
    const what = `batch ${id} to be ${status.join(" or ")}`;
    return untilHolds(
      what,
      patience,
      (request: RequestOptions) => this.get(id, request),
      (batch) => status.includes(batch.status),
    );
  }
}
