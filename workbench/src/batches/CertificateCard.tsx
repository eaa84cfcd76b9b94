import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatsQuery } from "../api/annotation-types.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { download } from "../api/download.ts";
import { Button } from "../design/Button.tsx";
import { Menu } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./BatchPage.module.css";

/** The certificate of a certified batch, and what is downloaded with it. */
export function CertificateCard({
  batch,
  annotation_type,
}: {
  readonly batch: Batch;
  readonly annotation_type: string;
}) {
  const { id, revision, certification_level, quality_score, revisions, export_format } = batch;
  const [fault, setFault] = useState<string>();
  const certificate = useQuery({
    queryKey: ["certificate", id, revision],
    queryFn: async () => (await api.GET("/v1/batches/{id}/certificate", { params: { path: { id } } })).data,
  });
  const { data: formats = [] } = useQuery(formatsQuery);
  const carrying = formats.filter(({ annotation_types }) => annotation_types.includes(annotation_type));
  const save = (query: string) =>
    void download(`/v1/batches/${id}/download${query}`).catch((cause: Error) => setFault(cause.message));

  return (
    <Panel title="Certificate">
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <p className={styles.level}>
        <strong>{certification_level}</strong>
        <span className={styles.quiet}>
          score {quality_score}
          {revision > 1 && `, revision ${revision}`}
          {certificate.data !== undefined && (
            <>
              , issued <Time at={certificate.data.issued_at} />
            </>
          )}
        </span>
      </p>
      {certificate.data !== undefined && (
        <p>
          <a href={new URL(certificate.data.page_url).pathname} target="_blank" rel="noreferrer">
            Open the certificate
          </a>
          <span className={styles.quiet}> A page for whoever gets the data; it needs no account.</span>
        </p>
      )}
      <div className={styles.buttons}>
        <Button look="primary" onPress={() => save("")}>
          Download {export_format}
        </Button>
        <Button onPress={() => save("?bundle=true")}>Bundle with certificate</Button>
        <Menu
          label="Other formats"
          entries={carrying.map(({ name }) => ({ title: name, run: () => save(`?format=${name}`) }))}
        />
      </div>
      {revisions.length > 1 && (
        <ul className={styles.list} aria-label="Revisions">
          {revisions.map((one) => (
            <li key={one.revision}>
              Revision {one.revision}: {one.certification_level}, score {one.quality_score}
              {one.superseded_by !== null && `, superseded by ${one.superseded_by}`}{" "}
              <Button look="quiet" onPress={() => save(`?revision=${one.revision}`)}>
                Download
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
