import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch } from "../api/batch.ts";
import { Button } from "../design/Button.tsx";
import { Confirm } from "../design/Confirm.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import type { BatchMoves } from "./use-batch-moves.ts";

const strings = all.settings;

const PRIORITIES = [
  { id: "low", name: strings.priorities.low },
  { id: "normal", name: strings.priorities.normal },
  { id: "high", name: strings.priorities.high },
] as const;

const ORDERS = [
  { id: "random", name: strings.orders.random },
  { id: "uncertainty", name: strings.orders.uncertainty },
  { id: "disagreement", name: strings.orders.disagreement },
] as const;

interface BatchSettingsProps {
  readonly batch: Batch;
  readonly moves: BatchMoves;
  readonly onClose: () => void;
}

/** The settings of a batch, and the button that deletes it. */
export function BatchSettings({ batch, moves, onClose }: BatchSettingsProps) {
  const [name, setName] = useState(batch.name);
  const [priority, setPriority] = useState(batch.priority);
  const [queue_order, setOrder] = useState(batch.queue_order);
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();

  async function remove() {
    if (await moves.remove(batch.audit !== null))
      await navigate({ to: "/projects/$id", params: { id: batch.project_id } });
  }

  return (
    <>
      <SubmitDialog
        title={strings.title}
        verb={everywhere.save}
        isBusy={moves.isBusy}
        fault={isLeaving ? undefined : moves.fault}
        onSubmit={() =>
          void moves.change({ name, priority, queue_order }).then((isDone) => isDone && onClose())
        }
        onClose={onClose}
        more={
          <Button look="danger" onPress={() => setLeaving(true)}>
            {strings.remove}
          </Button>
        }
      >
        <Field label={strings.name} name="name" value={name} onChange={setName} maxLength={200} />
        <Select
          label={strings.priority}
          description={strings.priorityHelp}
          options={PRIORITIES}
          value={priority}
          onChange={setPriority}
        />
        <Select
          label={strings.order}
          description={strings.orderHelp}
          options={ORDERS}
          value={queue_order}
          onChange={setOrder}
        />
      </SubmitDialog>
      {isLeaving && (
        <Confirm
          title={strings.removeTitle}
          name={batch.name}
          verb={everywhere.deleteForEver}
          isBusy={moves.isBusy}
          fault={moves.fault}
          onConfirm={() => void remove()}
          onClose={() => setLeaving(false)}
        >
          {strings.removeHelp(batch.item_count)}
          {batch.audit !== null && ` ${strings.abandonHelp}`}
        </Confirm>
      )}
    </>
  );
}
