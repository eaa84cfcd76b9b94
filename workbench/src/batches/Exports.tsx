import { listAll } from "@assay/sdk/list-all.ts";
import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { download } from "../api/download.ts";
import { everyRow } from "../api/every-row.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { formatBytes, formatNumber } from "../strings/format.ts";
import styles from "./BatchPage.module.css";

const strings = all.exports;

const PAGE = 100;
const BUILT_MS = 1_000;

/** The uncertified exports of a batch, newest first. */
export function Exports({ batch, onExport }: { readonly batch: Batch; readonly onExport: () => void }) {
  const { fault, attempt } = useAttempt();
  const query = useQuery({
    queryKey: ["exports", batch.id],
    queryFn: () => everyRow(listAll(api, "/v1/exports", { query: { batch_id: batch.id, limit: PAGE } })),
    // there is no event for a finished export
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "processing") ? BUILT_MS : false,
  });
  const { data, error } = query;
  if (data === undefined || error !== null) return <FetchState query={query} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title={strings.none}
        action={
          <Button look="primary" onPress={onExport}>
            {all.exportNow.title}
          </Button>
        }
      >
        {strings.noneHelp}
      </EmptyState>
    );
  }
  const save = (id: string) =>
    void attempt(() =>
      download((query) => api.GET("/v1/exports/{id}/link", { params: { path: { id }, query } })),
    );
  return (
    <div className={styles.overview}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className={styles.main}>
        <Button look="primary" onPress={onExport}>
          {all.exportNow.title}
        </Button>
      </div>
      <Table
        caption={strings.caption}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            title: strings.format,
            cell: ({ format, bundle, media }) =>
              [format, bundle && strings.bundle, media && strings.media].filter(Boolean).join(", "),
          },
          {
            title: strings.state,
            cell: ({ status, error: why }) => (
              <Badge tone={status === "failed" ? "bad" : status === "ready" ? "good" : "accent"}>
                {why ?? status}
              </Badge>
            ),
          },
          {
            title: strings.items,
            cell: ({ item_count }) => (item_count === null ? everywhere.unknown : formatNumber(item_count)),
            isNumber: true,
          },
          {
            title: strings.size,
            cell: ({ size_bytes }) => (size_bytes === null ? "–" : formatBytes(size_bytes)),
            isNumber: true,
          },
          { title: strings.created, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: strings.file,
            isActions: true,
            cell: ({ id, status, format }) => (
              <Button
                isDisabled={status !== "ready"}
                aria-label={all.certificate.downloadAs(format)}
                onPress={() => save(id)}
              >
                {all.certificate.download}
              </Button>
            ),
          },
        ]}
      />
    </div>
  );
}
