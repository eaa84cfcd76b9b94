import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { batchQuery } from "../api/batch.ts";
import { AmendDialog, canAmend } from "../batches/AmendDialog.tsx";
import { Button } from "../design/Button.tsx";
import { Menu } from "../design/Menu.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { ACTIONS, type BulkAction, type BulkFilter } from "./bulk-actions.ts";
import styles from "./Items.module.css";

interface BulkProps {
  readonly filter: BulkFilter;
  readonly chosen: ReadonlySet<string>;
  readonly onDone: () => void;
}

/** Changes the chosen items, or where none is chosen all that the filter meets. */
export function Bulk({ filter, chosen, onDone }: BulkProps) {
  const [action, setAction] = useState<BulkAction>();
  const [isAmending, setAmending] = useState(false);
  const { project_id, batch_id } = filter;
  const { data: batch } = useQuery({ ...batchQuery(batch_id ?? ""), enabled: batch_id !== undefined });
  const scope = {
    ...(project_id === undefined ? {} : { project_id }),
    ...(batch_id === undefined ? {} : { batch_id }),
  };
  const target: BulkFilter = chosen.size === 0 ? filter : { ...scope, item_ids: [...chosen] };
  return (
    <div className={styles.bulk}>
      <span>
        {chosen.size === 0 ? "All that the filter meets" : `${chosen.size.toLocaleString("en")} chosen`}
      </span>
      <span>
        {chosen.size > 0 && (
          <Button look="quiet" onPress={onDone}>
            Choose none
          </Button>
        )}{" "}
        <Menu
          label="Change"
          entries={[
            ...ACTIONS.map((one) => ({ title: one.title, run: () => setAction(one) })),
            ...(batch !== undefined && canAmend(batch)
              ? [
                  {
                    title: "Amend: a new revision",
                    run: () => setAmending(true),
                    isDisabled: chosen.size === 0,
                  },
                ]
              : []),
          ]}
        />
      </span>
      {isAmending && batch !== undefined && (
        <AmendDialog
          batch={batch}
          item_ids={[...chosen]}
          onClose={(isDone) => {
            setAmending(false);
            if (isDone) onDone();
          }}
        />
      )}
      {action !== undefined && (
        <BulkDialog
          action={action}
          filter={target}
          onClose={() => {
            setAction(undefined);
            onDone();
          }}
        />
      )}
    </div>
  );
}
