import { type ReactNode, useState } from "react";
import { strings as all } from "#strings/quality.ts";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { ConfusionTable, type ItemsOf } from "./ConfusionTable.tsx";
import { type Confused, isMostlyUndecided } from "./confusion.ts";

const strings = all.confusion;

const REFERENCES = ["confusion", "pair_confusion", "gold_confusion", "audit_confusion"] as const;
type Reference = (typeof REFERENCES)[number];

interface ConfusionPanelProps {
  /** The same answers compared with different things; what is empty is not offered. */
  readonly counted: { readonly [of in Reference]?: readonly Confused[] | null };
  /** The scope of the lists of items. */
  readonly scope: Pick<ItemsOf, "batch" | "project">;
  /** Above the table. */
  readonly note?: ReactNode;
  /** Stands for the panel if there is nothing to compare. */
  readonly none?: ReactNode;
}

/** Which labels annotators confuse, compared with what the reader chooses; first with each other while most disagreements are undecided. */
export function ConfusionPanel({ counted, scope, note, none }: ConfusionPanelProps) {
  const [wanted, setWanted] = useState<Reference>();
  const known = REFERENCES.filter((of) => (counted[of] ?? []).length > 0);
  const isOpen = isMostlyUndecided(counted.confusion ?? [], counted.pair_confusion ?? []);
  const first = wanted ?? (isOpen ? "pair_confusion" : "confusion");
  const reference = known.find((of) => of === first) ?? known[0];
  if (reference === undefined) return none;
  return (
    <Panel
      title={strings.beside[reference]}
      aside={
        known.length > 1 && (
          <Select
            label={strings.reference}
            isLabelHidden
            options={known.map((id) => ({ id, name: strings.references[id] }))}
            value={reference}
            onChange={setWanted}
          />
        )
      }
    >
      {note}
      <ConfusionTable
        caption={strings.beside[reference]}
        pairs={counted[reference] ?? []}
        reference={reference}
        searchOf={({ accepted, answer }) =>
          reference === "pair_confusion"
            ? { ...scope, answer, other: accepted }
            : { ...scope, label: accepted, answer }
        }
      />
    </Panel>
  );
}
