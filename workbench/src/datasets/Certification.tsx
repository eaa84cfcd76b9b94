import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/datasets.ts";
import { type Batch, batchQuery, currentQualityQuery } from "../api/batch.ts";
import { useLive } from "../api/live.ts";
import { CertificateCard } from "../batches/CertificateCard.tsx";
import { Verdict } from "../batches/Verdict.tsx";
import { ButtonAnchor, ButtonLink } from "../design/ButtonLink.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Progress } from "../design/Progress.tsx";
import { workAddress } from "../work/address.ts";
import styles from "./DatasetPage.module.css";

const strings = all.certification;

interface CertificationProps {
  readonly version: number;
  /** The batch of copies that certifies the version. */
  readonly batch_id: string;
  readonly annotation_type: string;
}

/** How the audit of a version goes, its verdict, and the downloads of its certificate. */
export function Certification({ version, batch_id, annotation_type }: CertificationProps) {
  const query = useQuery(batchQuery(batch_id));
  const { data: batch, error } = query;
  useLive(["batches", batch_id]);
  if (batch === undefined || error !== null) return <FetchState query={query} />;
  return <Audited version={version} batch={batch} annotation_type={annotation_type} />;
}

function Audited({
  version,
  batch,
  annotation_type,
}: Omit<CertificationProps, "batch_id"> & { readonly batch: Batch }) {
  const { data: quality } = useQuery(currentQualityQuery(batch));
  const { id, audit } = batch;
  return (
    <>
      <Panel title={strings.title(version)}>
        {audit !== null && <Progress label={strings.audits} value={audit.done} of={audit.required} />}
        <Verdict batch={batch} quality={quality} />
        {batch.failure_reasons.map(({ code, message }) => (
          <Notice key={code} tone="bad">
            {message}
          </Notice>
        ))}
        {batch.status === "failed" && <p>{strings.failedHelp}</p>}
        <div className={styles.buttons}>
          {audit !== null && audit.done < audit.required && (
            <ButtonAnchor look="primary" href={workAddress(id, "audit")}>
              {strings.audit}
            </ButtonAnchor>
          )}
          <ButtonLink to="/batches/$id" params={{ id }}>
            {strings.open}
          </ButtonLink>
        </div>
      </Panel>
      {batch.status === "certified" && <CertificateCard batch={batch} annotation_type={annotation_type} />}
    </>
  );
}
