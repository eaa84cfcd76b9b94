import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { Confirm } from "../design/Confirm.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./BatchPage.module.css";
import type { BatchMoves } from "./use-batch-moves.ts";

const PRIORITIES = [
  { id: "low", name: "Low" },
  { id: "normal", name: "Normal" },
  { id: "high", name: "High" },
] as const;

interface BatchSettingsProps {
  readonly batch: Batch;
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** What can be changed of a batch, and its end. */
export function BatchSettings({ batch, moves, onClose }: BatchSettingsProps) {
  const [name, setName] = useState(batch.name);
  const [priority, setPriority] = useState(batch.priority);
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();

  async function remove() {
    if (await moves.remove()) await navigate({ to: "/projects/$id", params: { id: batch.project_id } });
    else setLeaving(false);
  }

  if (isLeaving) {
    return (
      <Confirm
        title="Delete this batch"
        name={batch.name}
        verb="Delete for ever"
        onConfirm={() => void remove()}
        onClose={() => setLeaving(false)}
      >
        Its {batch.item_count.toLocaleString("en")} items, their answers, datasets and certificates are
        erased. This cannot be undone.
      </Confirm>
    );
  }
  return (
    <Dialog
      title="Batch"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="danger" onPress={() => setLeaving(true)}>
            Delete
          </Button>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look="primary"
            isDisabled={moves.isBusy}
            onPress={() => void moves.change({ name, priority }).then((isDone) => isDone && onClose())}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {moves.fault !== undefined && <Notice tone="bad">{moves.fault}</Notice>}
        <Field label="Name" value={name} onChange={setName} maxLength={200} />
        <Select
          label="Priority"
          description="Tasks of batches with a higher one are given out first."
          options={PRIORITIES}
          value={priority}
          onChange={setPriority}
        />
      </div>
    </Dialog>
  );
}
