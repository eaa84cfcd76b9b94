import { useEffect, useRef, useState } from "react";
import { strings as ofBatches } from "#strings/batches.ts";
import { strings as all } from "#strings/datasets.ts";
import { api } from "../api/client.ts";
import { download } from "../api/download.ts";
import type { Project } from "../api/project.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { FormatChoice } from "../batches/FormatChoice.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Select } from "../design/Select.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./DatasetPage.module.css";
import type { DatasetVersion } from "./dataset.ts";

const strings = all.download;
const PARTS = ["all", "train", "validation", "test"] as const;
type Part = (typeof PARTS)[number];

interface DownloadVersionProps {
  readonly version: DatasetVersion;
  readonly project: Project;
  readonly onClose: () => void;
}

/**
 * Downloads a version or one of its splits in a chosen format; if an audit certified the version, also with that
 * certificate. Closing the dialog ends the wait for a file that is being built.
 */
export function DownloadVersion({ version, project, onClose }: DownloadVersionProps) {
  const [format, setFormat] = useState(project.export_format);
  const [part, setPart] = useState<Part>("all");
  const [wish, setWish] = useState({ bundle: false, media: false, certificate: false });
  const { fault, isBusy, attempt } = useAttempt();
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  const { dataset_id, version: number, certification } = version;
  const certified = certification?.status === "certified" ? certification.batch_id : undefined;
  const isCertificate = certified !== undefined && wish.certificate;

  const save = () =>
    attempt(() => {
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      const asked = { format, ...(wish.media ? { include: "media" as const } : {}) };
      return download(({ redirect }) => {
        if (isCertificate) {
          const query = { ...asked, bundle: true, redirect };
          return api.GET("/v1/batches/{id}/link", { params: { path: { id: certified }, query }, signal });
        }
        const path = { id: dataset_id, version: String(number) };
        const split = part === "all" ? {} : { split: part };
        const query = { ...asked, ...split, bundle: wish.bundle, redirect };
        return api.GET("/v1/datasets/{id}/versions/{version}/link", { params: { path, query }, signal });
      });
    });

  return (
    <SubmitDialog
      title={strings.title(number)}
      verb={strings.submit}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void save().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <div className={styles.form}>
        <FormatChoice annotation_type={project.annotation_type} value={format} onChange={setFormat} />
        {certified !== undefined && (
          <Checkbox
            isSelected={wish.certificate}
            onChange={(certificate) => setWish({ ...wish, certificate })}
          >
            {strings.certificate}
          </Checkbox>
        )}
        {!isCertificate && (
          <>
            <Select
              label={strings.part}
              options={PARTS.map((id) => ({
                id,
                name: strings.parts[id](formatNumber(countOf(version, id))),
              }))}
              value={part}
              onChange={setPart}
            />
            <Checkbox isSelected={wish.bundle} onChange={(bundle) => setWish({ ...wish, bundle })}>
              {strings.bundle}
            </Checkbox>
          </>
        )}
        <Checkbox isSelected={wish.media} onChange={(media) => setWish({ ...wish, media })}>
          {ofBatches.exportNow.media}
        </Checkbox>
        <p role="status" className={styles.quiet}>
          {isBusy && strings.preparing}
        </p>
      </div>
    </SubmitDialog>
  );
}

function countOf({ counts }: DatasetVersion, part: Part): number {
  return counts?.[part === "all" ? "items" : part] ?? 0;
}
