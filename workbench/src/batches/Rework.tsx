import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import type { Quality } from "../api/batch.ts";
import { useMemberName } from "../api/members.ts";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.rework;

interface ReworkProps {
  /** What goes back; undefined until it is known, null for a batch too large to count it. */
  readonly rework: Quality["needed"]["rework"] | undefined;
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Asks for a reason before a failed batch goes back to its annotators. */
export function Rework({ rework, moves, onClose }: ReworkProps) {
  const nameOf = useMemberName();
  const [reason, setReason] = useState("");
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
