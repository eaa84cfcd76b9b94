import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/batches.ts";
import { formatsQuery } from "../api/annotation-types.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { download } from "../api/download.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Menu } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./BatchPage.module.css";

const strings = all.certificate;

/** The certificate of a batch and its downloads. */
export function CertificateCard({
  batch,
  annotation_type,
}: {
  readonly batch: Batch;
  readonly annotation_type: string;
}) {
  const { id, revision, certification_level, quality_score, revisions, export_format } = batch;
  const { fault, isBusy, attempt } = useAttempt();
  const certificate = useQuery({
    queryKey: ["certificate", id, revision],
    queryFn: async () => (await api.GET("/v1/batches/{id}/certificate", { params: { path: { id } } })).data,
  });
  const { data: formats = [] } = useQuery(formatsQuery);
  const carrying = formats.filter(({ annotation_types }) => annotation_types.includes(annotation_type));
  const save = (query: { readonly format?: string; readonly bundle?: boolean; readonly revision?: number }) =>
    void attempt(() =>
      download(({ redirect }) =>
        api.GET("/v1/batches/{id}/link", { params: { path: { id }, query: { ...query, redirect } } }),
      ),
    );

  return (
    <Panel title={strings.title}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {certificate.error !== null && <FetchState query={certificate} />}
      {certificate.data !== undefined && certificate.data.revoked_at !== null && (
        <Notice tone="bad">{strings.revoked}</Notice>
      )}
      <p className={styles.level}>
        <strong>{certification_level}</strong>
        <span className={styles.quiet}>
          {quality_score !== null && strings.score(quality_score)}
          {revision > 1 && strings.revision(revision)}
          {certificate.data !== undefined && (
            <>
              {strings.issued} <Time at={certificate.data.issued_at} />
            </>
          )}
        </span>
      </p>
      <p>
        {certificate.data === undefined ? (
          strings.open // the buttons below stay where they are when the link is there
        ) : (
          <a href={new URL(certificate.data.page_url).pathname} target="_blank" rel="noreferrer">
            {strings.open}
          </a>
        )}
        <span className={styles.quiet}> {strings.openHelp}</span>
      </p>
      <div className={styles.buttons}>
        <Button look="primary" onPress={() => save({})}>
          {strings.downloadAs(export_format)}
        </Button>
        <Button onPress={() => save({ bundle: true })}>{strings.bundle}</Button>
        <Menu
          label={strings.otherFormats}
          entries={carrying
            .filter(({ name }) => name !== export_format)
            .map(({ name }) => ({ title: name, run: () => save({ format: name }) }))}
        />
      </div>
      <p role="status" className={styles.quiet}>
        {isBusy && strings.preparing}
      </p>
      {revisions.length > 1 && (
        <ul className={styles.list} aria-label={strings.revisions}>
          {revisions.map((one) => (
            <li key={one.revision}>
              {strings.oneRevision(one.revision, one.certification_level, one.quality_score)}
              {one.superseded_by !== null && strings.superseded(one.superseded_by)}{" "}
              <Button look="quiet" onPress={() => save({ revision: one.revision })}>
                {strings.download}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
