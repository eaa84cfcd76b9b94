import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/items.ts";
import { type Batch, batchQuery } from "../api/batch.ts";
import { useMay } from "../api/use-may.ts";
import { AmendDialog, canAmend } from "../batches/AmendDialog.tsx";
import { Button } from "../design/Button.tsx";
import { Menu } from "../design/Menu.tsx";
import { formatNumber } from "../strings/format.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import { ACTIONS, type BulkAction, type BulkFilter, requestOf } from "./bulk-actions.ts";
import { bulkCountQuery, isNone as isNothing } from "./bulk-count.ts";
import styles from "./Items.module.css";

const strings = all.bulk;

/** The selected items: some ids, or all that match the filter. */
export type Chosen = ReadonlySet<string> | "all";

interface BulkProps {
  readonly filter: BulkFilter;
  /** Whether no item matches the filter. */
  readonly matchesNone: boolean;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The bar of bulk actions, for those who may change items. With no selected item it changes nothing; all matching items must be selected explicitly.
 */
export function Bulk({ filter, matchesNone, chosen, onChoose }: BulkProps) {
  const [action, setAction] = useState<BulkAction>();
  const [isAmending, setAmending] = useState(false);
  const canChange = useMay("batches:write");
  const { project_id, batch_id } = filter;
  const { data: batch } = useQuery({ ...batchQuery(batch_id ?? ""), enabled: batch_id !== undefined });
  const scope = {
    ...(project_id === undefined ? {} : { project_id }),
    ...(batch_id === undefined ? {} : { batch_id }),
  };
  const isNone = chosen !== "all" && chosen.size === 0;
  const item_ids = chosen === "all" ? [] : [...chosen];
  const target: BulkFilter = chosen === "all" ? filter : { ...scope, item_ids };
  const [isOpen, setOpen] = useState(false);
  const changes = useChanges(target, isOpen);
  if (!canChange) return null;
  return (
    <div className={styles.bulk} data-chosen={!isNone}>
      <span role="status">
        {chosen === "all"
          ? strings.allSelected(sizeOf(filter, batch))
          : strings.selected(formatNumber(chosen.size))}
      </span>
      <span>
        {chosen !== "all" && (
          <Button look="quiet" isDisabled={matchesNone} onPress={() => onChoose("all")}>
            {strings.selectAll}
          </Button>
        )}
        {!isNone && (
          <Button look="quiet" onPress={() => onChoose(NONE)}>
            {strings.clear}
          </Button>
        )}{" "}
        <Menu
          label={strings.change}
          isDisabled={isNone}
          onOpenChange={setOpen}
          entries={[
            ...ACTIONS.map((one, at) => ({
              ...changes[at],
              title: one.title,
              run: () => setAction(one),
            })),
            ...(batch !== undefined && canAmend(batch)
              ? [
                  {
                    title: strings.amend,
                    run: () => setAmending(true),
                    isDisabled: item_ids.length === 0,
                  },
                ]
              : []),
          ]}
        />
      </span>
      {isAmending && batch !== undefined && (
        <AmendDialog
          batch={batch}
          item_ids={item_ids}
          onClose={(isDone) => {
            setAmending(false);
            if (isDone) onChoose(NONE);
          }}
        />
      )}
      {action !== undefined && (
        <BulkDialog
          action={action}
          filter={target}
          onClose={(isStarted) => {
            setAction(undefined);
            if (isStarted) onChoose(NONE);
          }}
        />
      )}
    </div>
  );
}

/**
 * How many of the items each action would change, counted while the menu is open; one that would change none, or that the state of the
 * batch forbids, cannot be chosen. Nothing of actions whose number depends on what one enters.
 */
function useChanges(filter: BulkFilter, isOpen: boolean) {
  const counts = useQueries({
    queries: ACTIONS.map((one) => {
      const query = bulkCountQuery(requestOf(one, filter, ""));
      return { ...query, enabled: query.enabled === true && isOpen };
    }),
  });
  return counts.map(({ data, isError }) => {
    const isKnown = data !== undefined && data !== null;
    return {
      isDisabled: isError || (isKnown && isNothing(data)),
      ...(isKnown && { detail: strings.changes(data.count, data.is_lower_bound) }),
    };
  });
}

/** How many items match, if that is the whole batch: nobody has counted what other filters match. */
function sizeOf(filter: BulkFilter, batch: Batch | undefined): string | null {
  const isWhole = filter.batch_id !== undefined && Object.keys(filter).length === 1;
  const { item_count = null } = batch ?? {};
  return isWhole && item_count !== null ? formatNumber(item_count) : null;
}
