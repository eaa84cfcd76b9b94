import { mayAudit } from "@assay/domain/member.ts";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useRouteContext, useSearch } from "@tanstack/react-router";
import { startTransition, useState } from "react";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { type Batch, batchQuery, currentQualityQuery } from "../api/batch.ts";
import { useLive } from "../api/live.ts";
import { projectQuery } from "../api/project.ts";
import { useMay } from "../api/use-may.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { ButtonAnchor, ButtonLink } from "../design/ButtonLink.tsx";
import { Menu, type MenuEntry } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Tabs } from "../design/Tabs.tsx";
import { AgreementReport } from "../quality/AgreementReport.tsx";
import { Annotators } from "../quality/Annotators.tsx";
import { blockersQuery, firstToJudge } from "../quality/blockers-query.ts";
import { workAddress } from "../work/address.ts";
import { useCanAnnotate, useCanAudit } from "../work/use-can-work.ts";
import { AddChallenge } from "./AddChallenge.tsx";
import { AmendDialog, canAmend } from "./AmendDialog.tsx";
import { AskAudit } from "./AskAudit.tsx";
import styles from "./BatchPage.module.css";
import { BatchSettings } from "./BatchSettings.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { Exports } from "./Exports.tsx";
import { Models } from "./Models.tsx";
import { Overview } from "./Overview.tsx";
import { Rework } from "./Rework.tsx";
import { returnOf } from "./SentBack.tsx";
import { batchTone, sayStatus } from "./stages.ts";
import { type BatchMoves, useBatchMoves } from "./use-batch-moves.ts";

const strings = all.page;

type Asked = "amend" | "audit" | "challenge" | "export" | "rework" | "settings" | undefined;

/** A batch: its stages, quality and actions. */
export function BatchPage() {
  const { id } = useParams({ from: "/inside/batches/$id" });
  const { tab = "overview" } = useSearch({ from: "/inside/batches/$id" });
  const navigate = useNavigate({ from: "/batches/$id" });
  const [asked, setAsked] = useState<Asked>();
  const ask = (next: Asked) => startTransition(() => setAsked(next)); // the page stays while a dialog loads
  const { data: batch } = useSuspenseQuery(batchQuery(id));
  const { data: project } = useSuspenseQuery(projectQuery(batch.project_id));
  const quality = useQuery(currentQualityQuery(batch));
  const moves = useBatchMoves(batch);
  useLive(["batches", id]);
  const select = (next: typeof tab) =>
    void navigate({ search: next === "overview" ? {} : { tab: next }, replace: true });

  return (
    <div className={styles.page}>
      <PageHead
        title={batch.name}
        trail={[
          <Link key="projects" to="/projects">
            {strings.projects}
          </Link>,
          <Link key="project" to="/projects/$id" params={{ id: project.id }}>
            {project.name}
          </Link>,
          ...(batch.certifies === null
            ? []
            : [
                <Link key="dataset" to="/datasets/$id" params={{ id: batch.certifies.dataset_id }}>
                  {strings.dataset}
                </Link>,
              ]),
        ]}
        badge={<Badge tone={batchTone(batch)}>{sayStatus(batch)}</Badge>}
      >
        <Buttons batch={batch} moves={moves} onAsk={ask} />
      </PageHead>
      {moves.fault !== undefined && asked === undefined && <Notice tone="bad">{moves.fault}</Notice>}
      {returnOf(batch)}
      <Tabs
        label={strings.tabs}
        selected={tab}
        onSelect={select}
        tabs={[
          {
            id: "overview",
            title: strings.overview,
            content: () => <Overview batch={batch} project={project} quality={quality} />,
          },
          {
            id: "agreement",
            title: strings.agreement,
            content: () => <AgreementReport query={quality} />,
          },
          {
            id: "annotators",
            title: strings.annotators,
            content: () => <Annotators query={quality} />,
          },
          { id: "models", title: strings.models, content: () => <Models batch={batch} project={project} /> },
          {
            id: "exports",
            title: strings.exports,
            content: () => <Exports batch={batch} onExport={() => ask("export")} />,
          },
        ]}
      />
      {asked === "audit" && <AskAudit batch={batch} moves={moves} onClose={() => setAsked(undefined)} />}
      {asked === "challenge" && <AddChallenge moves={moves} onClose={() => setAsked(undefined)} />}
      {asked === "rework" && (
        <Rework {...{ batch, moves }} quality={quality.data} onClose={() => setAsked(undefined)} />
      )}
      {asked === "amend" && <AmendDialog batch={batch} item_ids={[]} onClose={() => setAsked(undefined)} />}
      {asked === "export" && (
        <ExportDialog
          batch={batch}
          annotation_type={project.annotation_type}
          moves={moves}
          onClose={(isMade) => {
            setAsked(undefined);
            if (isMade) select("exports");
          }}
        />
      )}
      {asked === "settings" && (
        <BatchSettings batch={batch} moves={moves} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

interface ButtonsProps {
  readonly batch: Batch;
  readonly moves: BatchMoves;
  readonly onAsk: (asked: Asked) => void;
}

function Buttons({ batch, moves, onAsk }: ButtonsProps) {
  const { id, hold, audit } = batch;
  const { person } = useRouteContext({ from: "/inside" });
  const canAnnotate = useCanAnnotate("batch_id", id, isOpen(batch) && !hold);
  const isAudited = audit !== null && audit.done < audit.required && !isOpen(batch) && !isFailed(batch);
  const canAudit = useCanAudit(id, isAudited);
  const { data: blockers = [] } = useQuery(blockersQuery(batch.project_id));
  const isJudgedFirst = firstToJudge(blockers, person.member_id, id) !== undefined; // its button is the primary one
  const mayChange = useMay("batches:write");
  return (
    <>
      <ButtonLink to="/items" search={{ batch: id }}>
        {strings.items}
      </ButtonLink>
      <More {...{ batch, moves, onAsk, mayChange }} />
      {mayChange && <NextStep {...{ batch, onAsk }} />}
      {canAudit && (
        <ButtonAnchor look="primary" href={workAddress(id, "audit")}>
          {strings.audit}
        </ButtonAnchor>
      )}
      {canAnnotate && (
        <ButtonAnchor look={isJudgedFirst ? "plain" : "primary"} href={workAddress(id)}>
          {strings.annotate}
        </ButtonAnchor>
      )}
    </>
  );
}

function isOpen({ status, amendment }: Batch): boolean {
  return status === "created" || status === "processing" || amendment === "processing";
}

function isFailed({ status, amendment }: Batch): boolean {
  return status === "failed" || amendment === "failed";
}

function More({ batch, moves, onAsk, mayChange }: ButtonsProps & { readonly mayChange: boolean }) {
  const { person } = useRouteContext({ from: "/inside" });
  const navigate = useNavigate();
  const { id, hold } = batch;
  const suspicious = { to: "/items", search: { batch: id, sort: "suspicion" } } as const;
  const exportNow = { title: strings.exportNow, run: () => onAsk("export") };
  const look = { title: strings.suspicious, run: () => void navigate(suspicious) };
  const pause = { title: hold ? strings.resume : strings.hold, run: () => void moves.hold(!hold) };
  const amend = { title: strings.amend, run: () => onAsk("amend") };
  const settings = { title: strings.settings, run: () => onAsk("settings") };
  const entries: MenuEntry[] = [
    ...(mayChange && isOpen(batch) ? [pause] : []),
    exportNow,
    ...(mayAudit(person.role) ? [look] : []),
    ...(mayChange && canAmend(batch) ? [amend] : []),
    ...(mayChange ? [settings] : []),
  ];
  return <Menu label={everywhere.more} entries={entries} />;
}

/** What only somebody with the right to change the batch can do so that it goes on. */
function NextStep({ batch, onAsk }: Pick<ButtonsProps, "batch" | "onAsk">) {
  const { status, required_level, awaits_challenge, certifies } = batch;
  return (
    <>
      {status === "completed" && required_level === "none" && (
        <Button look="primary" onPress={() => onAsk("audit")}>
          {strings.certify}
        </Button>
      )}
      {awaits_challenge && (
        <Button look="primary" onPress={() => onAsk("challenge")}>
          {strings.challenge}
        </Button>
      )}
      {isFailed(batch) && certifies === null && (
        <Button look="primary" onPress={() => onAsk("rework")}>
          {strings.rework}
        </Button>
      )}
    </>
  );
}
