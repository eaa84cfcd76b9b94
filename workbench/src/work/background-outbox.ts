import { Outbox } from "../drafts/outbox.ts";
import { openStore } from "../drafts/store.ts";
import { deliver } from "./deliver.ts";
import { untilNobodyWrites, writerLockOf } from "./writer-lock.ts";

/**
 * Sends a member's decisions from pages without a work screen. While a work screen is open in any tab, that one sends,
 * because it shows what the server says of an answer.
 */
export async function openBackgroundOutbox(member_id: string, onChange: () => void): Promise<Outbox> {
  const turn = () => untilNobodyWrites(writerLockOf(member_id));
  return new Outbox({ store: await openStore(member_id), deliver, onChange, turn });
}
