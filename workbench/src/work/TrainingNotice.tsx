import { strings as all } from "#strings/work.ts";
import { Notice } from "../design/Notice.tsx";
import type { ShownTraining } from "./use-training.ts";

const strings = all.qualification;

/** How far the member's training is, above its items, and what came of it. */
export function TrainingNotice({ shown: { training, isShort } }: { readonly shown: ShownTraining }) {
  const { status, attempt, attempts, items, answered, right, right_to_pass, last } = training;
  if (status === "passed") {
    return (
      <Notice tone="good" title={strings.passed(right, items)}>
        {strings.realWork}
      </Notice>
    );
  }
  if (status === "failed") {
    return (
      <Notice tone="warn" title={strings.failed(right, items, right_to_pass)}>
        {strings.askLead}
      </Notice>
    );
  }
  const isNew = last !== null && answered === 0;
  const needed = strings.needed(right_to_pass, attempt, attempts);
  return (
    <Notice tone={isNew || isShort ? "warn" : "plain"} title={strings.progress(answered, items, right)}>
      <p>
        {isNew && <>{strings.lastAttempt(last.right, last.items)} </>}
        {isShort ? strings.short : needed}
      </p>
    </Notice>
  );
}
