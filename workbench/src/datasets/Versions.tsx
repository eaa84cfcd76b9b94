import { Link } from "@tanstack/react-router";
import { strings as ofBatches } from "#strings/batches.ts";
import { strings as all } from "#strings/datasets.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { batchTone } from "../batches/stages.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { formatNumber } from "../strings/format.ts";
import type { DatasetVersion } from "./dataset.ts";

const strings = all.versions;

interface VersionsProps {
  readonly versions: readonly DatasetVersion[];
  readonly onDownload: (version: DatasetVersion) => void;
  /** Undefined if the member may not certify. */
  readonly onCertify: ((version: DatasetVersion) => void) | undefined;
}

/** The versions of a dataset with their splits and the state of their certificates, newest first. */
export function Versions({ versions, onDownload, onCertify }: VersionsProps) {
  return (
    <Table
      caption={strings.caption}
      rows={versions}
      keyOf={({ version }) => String(version)}
      columns={[
        { title: strings.version, cell: ({ version }) => strings.named(version) },
        {
          title: strings.state,
          cell: ({ status, error }) => <Badge tone={TONES[status]}>{error ?? strings.states[status]}</Badge>,
        },
        ...(["items", "train", "validation", "test"] as const).map(
          (part): Column<DatasetVersion> => ({
            title: strings[part],
            cell: ({ counts }) => (counts === null ? everywhere.unknown : formatNumber(counts[part])),
            isNumber: true,
          }),
        ),
        {
          title: strings.batches,
          cell: ({ counts, certified }) =>
            counts === null ? everywhere.unknown : strings.ofBatches(counts.batches, certified === true),
        },
        {
          title: strings.certificate,
          cell: (version) => <Certificate version={version} onCertify={onCertify} />,
        },
        { title: strings.created, cell: ({ created_at }) => <Time at={created_at} /> },
        {
          title: strings.file,
          isActions: true,
          cell: (version) => (
            <Button
              isDisabled={version.status !== "ready"}
              aria-label={strings.downloadNamed(version.version)}
              onPress={() => onDownload(version)}
            >
              {strings.download}
            </Button>
          ),
        },
      ]}
    />
  );
}

const TONES = { processing: "accent", ready: "good", failed: "bad", erased: "plain" } as const;

function Certificate({
  version,
  onCertify,
}: {
  readonly version: DatasetVersion;
  readonly onCertify: VersionsProps["onCertify"];
}) {
  const { certification, status, counts } = version;
  if (certification !== null) {
    const { batch_id, status: state } = certification;
    return (
      <Link to="/batches/$id" params={{ id: batch_id }}>
        <Badge tone={batchTone({ status: state, hold: false })}>{ofBatches.status[state]}</Badge>
      </Link>
    );
  }
  if (onCertify === undefined || status !== "ready" || counts === null || counts.items === 0)
    return everywhere.unknown;
  return (
    <Button aria-label={strings.certifyNamed(version.version)} onPress={() => onCertify(version)}>
      {strings.certify}
    </Button>
  );
}
