import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.challenge;

/** What the API accepts as a nonce. */
const NONCE = /^[!-~]{16,200}$/;
const SUGGESTED_BYTES = 16;

interface AddChallengeProps {
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** Adds the nonce that the audit waits for: one that the browser draws, or one that the member enters. */
export function AddChallenge({ moves, onClose }: AddChallengeProps) {
  const [nonce, setNonce] = useState(suggestedNonce);
  return (
    <SubmitDialog
      title={strings.title}
      verb={strings.submit}
      isDisabled={!NONCE.test(nonce)}
      isBusy={moves.isBusy}
      fault={moves.fault}
      onSubmit={() => void moves.challenge(nonce).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{strings.help}</p>
      <Field
        label={strings.nonce}
        description={strings.nonceHelp}
        maxLength={200}
        value={nonce}
        onChange={(value) => setNonce(value.trim())}
        isInvalid={!NONCE.test(nonce)}
        isRequired
        name="nonce"
      />
    </SubmitDialog>
  );
}

function suggestedNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SUGGESTED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
