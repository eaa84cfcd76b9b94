import { strings as all } from "#strings/batches.ts";
import type { Batch } from "../api/batch.ts";
import { useMemberName, useMembers } from "../api/members.ts";
import { Notice } from "../design/Notice.tsx";
import { Time } from "../design/Time.tsx";

const strings = all.page;

/** Why a batch was sent back into the round that it is in; undefined if it was not, and once the round has its verdict. */
export function returnOf({ status, amendment, round, sent_back }: Batch) {
  const stage = amendment ?? status;
  if (sent_back?.round !== round || stage === "certified" || stage === "failed") return undefined;
  return <SentBack {...sent_back} />;
}

function SentBack({ at, member_id, reason }: NonNullable<Batch["sent_back"]>) {
  const { isPending } = useMembers();
  const nameOf = useMemberName();
  return (
    <Notice tone="warn">
      <p>
        {strings.sentBack} <Time at={at} />
        {member_id !== null && !isPending && ` ${strings.sentBackBy(nameOf(member_id))}`}
        {reason !== null && strings.sentBackWhy(reason)}
      </p>
    </Notice>
  );
}
