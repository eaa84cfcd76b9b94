import { strings as all } from "#strings/comments.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import type { Comment } from "../comments/threads.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./Inbox.module.css";

const strings = all.inbox;

interface LastChangeProps {
  /** The thread that left the list, as it was before; undefined if none did. */
  readonly of: Comment | undefined;
  /** Called when the thread is in the list again. */
  readonly onUndone: (thread_id: string) => void;
}

/** Says which thread was resolved or reopened last, with the way back. */
export function LastChange({ of, onUndone }: LastChangeProps) {
  const { fault, attempt } = useAttempt(["comments"]);
  async function undo(id: string, resolved: boolean) {
    const params = { path: { id } };
    if (await attempt(() => api.PATCH("/v1/comments/{id}", { params, body: { resolved } }))) onUndone(id);
  }
  return (
    <>
      <div role="status" className={styles.change}>
        {of !== undefined && (
          <>
            {of.resolved ? strings.reopenedOne(of.author.name) : strings.resolvedOne(of.author.name)}
            <Button look="quiet" onPress={() => void undo(of.id, of.resolved)}>
              {strings.undo}
            </Button>
          </>
        )}
      </div>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
    </>
  );
}
