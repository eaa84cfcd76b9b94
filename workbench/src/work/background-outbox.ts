import type { QueryClient } from "@tanstack/react-query";
import { Outbox } from "../drafts/outbox.ts";
import { type Outgoing, openStore } from "../drafts/store.ts";
import { deliver } from "./deliver.ts";
import { WAITING } from "./waiting.ts";
import { untilNobodyWrites, writerLockOf } from "./writer-lock.ts";

interface BackgroundOutboxOptions {
  readonly member_id: string;
  /** Asks again for the work that waits once some of it is sent. */
  readonly queries: QueryClient;
  readonly onChange: (outbox: Outbox) => void;
  /** An answer to an audit was not stored, because the verdict had been reached. */
  readonly onLate: () => void;
}

/**
 * Sends a member's decisions from pages without a work screen. While a work screen is open in any tab, that one sends,
 * because it shows what the server says of an answer.
 */
export async function openBackgroundOutbox(options: BackgroundOutboxOptions): Promise<Outbox> {
  const { member_id, queries, onChange, onLate } = options;
  let before = 0;
  const changed = () => {
    if (outbox.list.length < before) void queries.invalidateQueries({ queryKey: WAITING });
    before = outbox.list.length;
    onChange(outbox);
  };
  const turn = () => untilNobodyWrites(writerLockOf(member_id));
  const send = async (outgoing: Outgoing) => {
    if ((await deliver(outgoing)).ended !== undefined) onLate();
  };
  const store = await openStore(member_id);
  const outbox = new Outbox({ store, deliver: send, onChange: changed, turn });
  return outbox;
}
