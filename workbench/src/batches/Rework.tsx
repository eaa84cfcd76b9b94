import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import type { Batch, Quality } from "../api/batch.ts";
import { useMemberName } from "../api/members.ts";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.rework;

interface ReworkProps {
  readonly batch: Batch;
  /** Undefined until it is known. */
  readonly quality: Quality | undefined;
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Asks for a reason before a failed batch goes back to its annotators. */
export function Rework({ batch, quality, moves, onClose }: ReworkProps) {
  const rework = quality?.needed.rework; // null for a batch too large to count what goes back
  const nameOf = useMemberName();
  const [reason, setReason] = useState("");
  const staying = wrongThatStay(batch, quality);
  return (
    <SubmitDialog
      title={strings.title}
      verb={strings.submit}
      isDisabled={reason.trim() === ""}
      isBusy={moves.isBusy}
      fault={moves.fault}
      onSubmit={() => void moves.rework(reason.trim()).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      {rework === null && <p>{strings.uncounted}</p>}
      {rework != null && (
        <p>
          {strings.items(rework.items, rework.wrong)}{" "}
          {strings.members(rework.members, rework.member_ids.map(nameOf))}
        </p>
      )}
      <p>{strings.help}</p>
      {staying > 0 && <Notice tone="warn">{strings.stay(staying)}</Notice>}
      <Field
        label={strings.reason}
        description={strings.reasonHelp}
        lines={3}
        maxLength={2_000}
        value={reason}
        onChange={setReason}
        isRequired
        name="reason"
      />
    </SubmitDialog>
  );
}

/** About how many of the labels that nobody checked and that do not go back are wrong, if they are like those of the sample; 0 if unknown. */
function wrongThatStay({ round }: Batch, quality: Quality | undefined): number {
  const rework = quality?.needed.rework;
  const look = quality?.looks.findLast((one) => one.round === round);
  if (rework == null || look === undefined || look.unit === "group" || look.point_estimate === null) return 0;
  const checked = Math.max(look.n, rework.wrong); // audits after the one that decided find wrong labels too
  const unchecked = look.N - checked - (rework.items - rework.wrong);
  return Math.round((1 - look.point_estimate) * unchecked);
}
