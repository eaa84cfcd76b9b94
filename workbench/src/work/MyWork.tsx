import { mayAudit } from "@assay/domain/member.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouteContext } from "@tanstack/react-router";
import { useContext, useState } from "react";
import { typeName } from "#strings/annotation-types.ts";
import { strings as all } from "#strings/work.ts";
import type { Person } from "../api/session.ts";
import { useOnline } from "../api/use-online.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Panel } from "../design/Panel.tsx";
import { OwnTrends } from "../reports/OwnTrends.tsx";
import { OwnWork } from "../reports/OwnWork.tsx";
import { formatNumber } from "../strings/format.ts";
import { byProject, isBegun, type ProjectOfWork, type Waiting } from "./by-project.ts";
import styles from "./MyWork.module.css";
import { OutboxDialog } from "./OutboxDialog.tsx";
import { OutboxContext } from "./outbox-context.ts";
import { TASK_KINDS, type TaskKind } from "./task.ts";
import { type AllWaiting, listWaiting, MOST, WAITING } from "./waiting.ts";

const strings = all.mine;

type TrainingProject = AllWaiting["training"][number];

/** The projects with work for the member, each with buttons that start it, and what waits to be sent. */
export function MyWork() {
  const query = useQuery({ queryKey: WAITING, queryFn: () => listWaiting(), refetchOnMount: "always" });
  const projects = query.data && byProject(query.data);
  return (
    <div className={styles.page}>
      <PageHead title={strings.title} />
      <OutboxNotice />
      <FetchState query={query} />
      {projects?.length === 0 && <EmptyState title={strings.empty}>{strings.emptyHelp}</EmptyState>}
      {projects !== undefined && projects.length > 0 && (
        <ul className={styles.list}>
          {projects.map((project) => (
            <li key={project.id}>
              <ProjectWork project={project} isBegun={isBegun(query.data?.data ?? [])} />
            </li>
          ))}
        </ul>
      )}
      {/* they load meanwhile, and are shown below the projects, which would push them down */}
      <div className={styles.reports} hidden={query.isPending}>
        <OwnWork />
        <OwnTrends />
      </div>
    </div>
  );
}

interface ProjectWorkProps {
  readonly project: ProjectOfWork;
  /** Whether the member has begun in any project; what is not begun is then second. */
  readonly isBegun: boolean;
}

function ProjectWork({ project, isBegun }: ProjectWorkProps) {
  return (
    <Panel
      title={project.name}
      aside={<span className={styles.quiet}>{typeName(project.annotation_type)}</span>}
    >
      <ul className={styles.parts}>
        {project.training !== undefined && (
          <li className={styles.part}>
            <TrainingOf project={project.training} />
          </li>
        )}
        {project.batches.map((waiting) => (
          <li key={waiting.batch_id} className={styles.part}>
            <Batch waiting={waiting} look={isBegun && waiting.in_hand === 0 ? "plain" : "primary"} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How many answers wait on this device, or were refused, with the way to the outbox; nothing without any. */
function OutboxNotice() {
  const { outbox, outgoing, late } = useContext(OutboxContext);
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline();
  if (outbox === undefined) return null;
  const refused = outgoing.filter(({ fault }) => fault !== null).length;
  const waiting = outgoing.length - refused;
  return (
    <>
      {outgoing.length > 0 && (
        <Notice tone={refused > 0 ? "bad" : isOnline ? "plain" : "warn"}>
          <div className={styles.outbox}>
            <div role="status">
              {refused > 0 && <p>{strings.refused(refused)}</p>}
              {waiting > 0 && <p>{isOnline ? strings.sending(waiting) : strings.offline(waiting)}</p>}
            </div>
            <Button onPress={() => setOpen(true)}>{strings.showOutbox}</Button>
          </div>
        </Notice>
      )}
      {late > 0 && <Notice tone="plain">{strings.late(late)}</Notice>}
      {isOpen && <OutboxDialog queue={{ outbox }} outgoing={outgoing} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The training of a project, in which the member gets training items only, or nothing. */
function TrainingOf({ project }: { readonly project: TrainingProject }) {
  const { project_id, status, answered, items, right, right_to_pass } = project;
  const navigate = useNavigate();
  const training = all.qualification;
  return (
    <>
      <div className={styles.name}>
        <p>
          {status === "failed"
            ? training.failed(right, items, right_to_pass)
            : training.progress(answered, items, right)}
        </p>
        <p className={styles.quiet}>{status === "failed" ? training.askLead : training.first}</p>
      </div>
      {status === "training" && (
        <div className={styles.kinds}>
          <Button
            look="primary"
            onPress={() =>
              void navigate({ to: "/work", search: { project: project_id, kinds: ["annotate"] } })
            }
          >
            {answered === 0 ? training.begin : strings.continue}
          </Button>
        </div>
      )}
    </>
  );
}

interface BatchProps {
  readonly waiting: Waiting;
  readonly look: "plain" | "primary";
}

function Batch({ waiting, look }: BatchProps) {
  const { batch_name, batch_id, annotate, rework, audit, adjudicate, in_hand } = waiting;
  const navigate = useNavigate();
  const { person } = useRouteContext({ from: "/inside" });
  const begin = (kind: TaskKind) =>
    void navigate({ to: "/work", search: { batch: batch_id, kinds: [kind] } });
  return (
    <>
      <div className={styles.name}>
        <h3>{batch_name}</h3>
        {in_hand > 0 && <p className={styles.quiet}>{strings.reserved(formatNumber(in_hand))}</p>}
      </div>
      <div className={styles.kinds}>
        {annotate + rework > 0 && (
          <Button look={look} onPress={() => begin("annotate")}>
            {rework > 0
              ? strings.annotateReturned(sayCount(annotate + rework), sayCount(rework))
              : strings.annotate(sayCount(annotate))}
          </Button>
        )}
        {audit > 0 && (
          <Button look={look} onPress={() => begin("audit")}>
            {strings.audit(sayCount(audit))}
          </Button>
        )}
        {adjudicate > 0 && (
          <Button look={look} onPress={() => begin("adjudicate")}>
            {strings.adjudicate(sayCount(adjudicate))}
          </Button>
        )}
        {annotate + rework + audit + adjudicate === 0 && (
          <Button
            look={look}
            onPress={() =>
              void navigate({ to: "/work", search: { batch: batch_id, kinds: kindsOf(person.role) } })
            }
          >
            {strings.continue}
          </Button>
        )}
      </div>
    </>
  );
}

function kindsOf(role: Person["role"]): readonly TaskKind[] {
  return mayAudit(role) ? TASK_KINDS : ["annotate"];
}

function sayCount(count: number): string {
  return count >= MOST ? strings.many(MOST) : formatNumber(count);
}
