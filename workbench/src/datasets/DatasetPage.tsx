import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { startTransition, useState } from "react";
import { strings as all } from "#strings/datasets.ts";
import { strings as ofProjects } from "#strings/projects.ts";
import { api } from "../api/client.ts";
import { useLive } from "../api/live.ts";
import { type Project, projectQuery } from "../api/project.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Certification } from "./Certification.tsx";
import { CertifyVersion } from "./CertifyVersion.tsx";
import styles from "./DatasetPage.module.css";
import { DownloadVersion } from "./DownloadVersion.tsx";
import { type Dataset, type DatasetVersion, datasetQuery, versionsQuery } from "./dataset.ts";
import { Versions } from "./Versions.tsx";

const strings = all.page;

/** A dataset: its versions with their splits, and the certificate of the newest version for which one was requested. */
export function DatasetPage() {
  const { id } = useParams({ from: "/inside/datasets/$id" });
  const { data: dataset } = useSuspenseQuery(datasetQuery(id));
  const { data: project } = useSuspenseQuery(projectQuery(dataset.project_id));
  const { data: versions } = useSuspenseQuery(versionsQuery(id));
  const [asked, setAsked] = useState<{
    readonly verb: "certify" | "download";
    readonly version: DatasetVersion;
  }>();
  const close = () => setAsked(undefined);
  const { fault, isBusy, attempt } = useAttempt(["datasets"]);
  const canChange = useMay("batches:write");
  useLive(["datasets", id]);
  const create = canChange && (
    <Button
      look={versions.length === 0 ? "primary" : "plain"}
      isDisabled={isBusy}
      onPress={() => void attempt(() => api.POST("/v1/datasets/{id}/versions", { params: { path: { id } } }))}
    >
      {strings.create}
    </Button>
  );
  return (
    <div className={styles.page}>
      <PageHead title={dataset.name} trail={trailTo(project)} detail={describe(dataset)}>
        {versions.length > 0 && create}
      </PageHead>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <div className={styles.parts}>
        {versions.length === 0 ? (
          <EmptyState title={strings.none} action={create}>
            {strings.noneHelp}
          </EmptyState>
        ) : (
          <Versions
            versions={versions}
            onDownload={(version) => startTransition(() => setAsked({ verb: "download", version }))} // while it loads, the page stays
            onCertify={canChange ? (version) => setAsked({ verb: "certify", version }) : undefined}
          />
        )}
        <NewestCertification versions={versions} project={project} />
      </div>
      {asked?.verb === "certify" && <CertifyVersion version={asked.version} onClose={close} />}
      {asked?.verb === "download" && (
        <DownloadVersion version={asked.version} project={project} onClose={close} />
      )}
    </div>
  );
}

function NewestCertification({
  versions,
  project,
}: {
  readonly versions: readonly DatasetVersion[];
  readonly project: Project;
}) {
  const certified = versions.find(({ certification }) => certification !== null);
  if (certified?.certification == null) return null;
  const { version, certification } = certified;
  return (
    <Certification
      key={certification.batch_id}
      version={version}
      batch_id={certification.batch_id}
      annotation_type={project.annotation_type}
    />
  );
}

function trailTo({ id, name }: Project) {
  return [
    <Link key="projects" to="/projects">
      {ofProjects.list.title}
    </Link>,
    <Link key="project" to="/projects/$id" params={{ id }} search={{ tab: "datasets" }}>
      {name}
    </Link>,
  ];
}

function describe({ query: { project_id: _, statuses, ...conditions }, splits }: Dataset): string {
  const { train, validation, test } = splits;
  const isPlain = Object.keys(conditions).length === 0;
  const names = statuses.toSorted().join();
  const labels =
    isPlain && names === "certified"
      ? strings.certified
      : isPlain && names === "certified,completed"
        ? strings.completed
        : strings.other;
  return strings.detail(labels, strings.split(train, validation, test));
}
