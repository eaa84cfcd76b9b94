import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouteContext } from "@tanstack/react-router";
import { useContext, useState } from "react";
import { typeName } from "#strings/annotation-types.ts";
import { strings as all } from "#strings/work.ts";
import { useOnline } from "../api/use-online.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Panel } from "../design/Panel.tsx";
import { OwnTrends } from "../reports/OwnTrends.tsx";
import { OwnWork } from "../reports/OwnWork.tsx";
import {
  byProject,
  ownName,
  type PartOfWork,
  type ProjectOfWork,
  partsOf,
  type Waiting,
} from "./by-project.ts";
import { lastScope } from "./last-scope.ts";
import styles from "./MyWork.module.css";
import { OutboxDialog } from "./OutboxDialog.tsx";
import { OutboxContext } from "./outbox-context.ts";
import type { WorkScope } from "./task.ts";
import { type AllWaiting, waitingQuery } from "./waiting.ts";

const strings = all.mine;

type TrainingProject = AllWaiting["training"][number];

/** The projects with work for the member, each with buttons that start it, and what waits to be sent. */
export function MyWork() {
  const { person } = useRouteContext({ from: "/inside" });
  const [last] = useState(() => lastScope(person.member_id));
  const query = useQuery({ ...waitingQuery, refetchOnMount: "always" });
  const projects = query.data && byProject(query.data, last);
  const hasBegun = query.data?.data.some((waiting) => partsOf(waiting, last).some(isBegun)) === true;
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
              <ProjectWork {...{ project, last, hasBegun }} />
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
  /** Where the member worked last. */
  readonly last: WorkScope | undefined;
  /** Whether the member has begun in any project; what is not begun is then second. */
  readonly hasBegun: boolean;
}

function ProjectWork({ project, last, hasBegun }: ProjectWorkProps) {
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
        {project.batches.map((waiting, place) => (
          <li key={waiting.batch_id} className={styles.part}>
            <Batch {...{ waiting, last }} isMain={!hasBegun && place === 0} />
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
            {answered === 0 ? training.begin : strings.begin.continue()}
          </Button>
        </div>
      )}
    </>
  );
}

interface BatchProps {
  readonly waiting: Waiting;
  /** Where the member worked last. */
  readonly last: WorkScope | undefined;
  readonly isMain: boolean;
}

/** A batch with the way on where the member has begun, and buttons that begin what else waits. */
function Batch({ waiting, last, isMain }: BatchProps) {
  const { batch_id: batch, rework } = waiting;
  const navigate = useNavigate();
  const parts = partsOf(waiting, last);
  const said = [
    ...parts.filter(isBegun).map(({ left }) => all.bar.left(left)),
    ...(rework === 0 ? [] : [strings.returned(rework)]),
  ];
  return (
    <>
      <div className={styles.name}>
        <h3>{ownName(waiting)}</h3>
        <p className={styles.quiet}>{said.join(", ")}</p>
      </div>
      <div className={styles.kinds}>
        {parts.map((part, place) => (
          <Button
            key={part.what}
            look={isBegun(part) || (isMain && place === 0) ? "primary" : "plain"}
            onPress={() => void navigate({ to: "/work", search: { batch, kinds: part.kinds } })}
          >
            {strings.begin[part.what](part.left)}
          </Button>
        ))}
      </div>
    </>
  );
}

function isBegun({ what }: PartOfWork): boolean {
  return what === "continue";
}
