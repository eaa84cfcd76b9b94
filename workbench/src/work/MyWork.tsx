import { mayAudit } from "@assay/domain/member.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useRouteContext } from "@tanstack/react-router";
import { typeName } from "#strings/annotation-types.ts";
import { strings as all } from "#strings/work.ts";
import type { Person } from "../api/session.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { OwnTrends } from "../reports/OwnTrends.tsx";
import { OwnWork } from "../reports/OwnWork.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./MyWork.module.css";
import { TASK_KINDS, type TaskKind } from "./task.ts";
import { type AllWaiting, listWaiting, MOST, WAITING } from "./waiting.ts";

const strings = all.mine;

type Waiting = AllWaiting["data"][number];
type TrainingProject = AllWaiting["training"][number];

/** The batches with work for the member and the trainings before that, each with a button that starts it. */
export function MyWork() {
  const {
    data: { data, training },
  } = useSuspenseQuery({
    queryKey: WAITING,
    queryFn: () => listWaiting(),
    refetchOnMount: "always",
  });
  return (
    <div className={styles.page}>
      <PageHead title={strings.title} />
      {data.length + training.length === 0 ? (
        <EmptyState title={strings.empty}>{strings.emptyHelp}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {training.map((project) => (
            <li key={project.project_id} className={styles.batch}>
              <TrainingOf project={project} />
            </li>
          ))}
          {data.map((waiting) => (
            <li key={waiting.batch_id} className={styles.batch}>
              <Batch waiting={waiting} />
            </li>
          ))}
        </ul>
      )}
      <OwnWork />
      <OwnTrends />
    </div>
  );
}

/** A project in which the member gets training items only, or nothing. */
function TrainingOf({ project }: { readonly project: TrainingProject }) {
  const { project_id, project_name, annotation_type, status, answered, items, right, right_to_pass } =
    project;
  const navigate = useNavigate();
  const training = all.qualification;
  return (
    <>
      <div className={styles.name}>
        <h2>{project_name}</h2>
        <p>
          {[
            typeName(annotation_type),
            status === "failed"
              ? training.failed(right, items, right_to_pass)
              : training.progress(answered, items, right),
          ].join(" · ")}
        </p>
        <p>{status === "failed" ? training.askLead : training.first}</p>
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

function Batch({ waiting }: { readonly waiting: Waiting }) {
  const { project_name, batch_name, batch_id, annotate, rework, audit, adjudicate, in_hand } = waiting;
  const navigate = useNavigate();
  const { person } = useRouteContext({ from: "/inside" });
  const begin = (kind: TaskKind) =>
    void navigate({ to: "/work", search: { batch: batch_id, kinds: [kind] } });
  return (
    <>
      <div className={styles.name}>
        <h2>{project_name}</h2>
        <p>
          {[
            batch_name,
            typeName(waiting.annotation_type),
            ...(in_hand > 0 ? [strings.reserved(formatNumber(in_hand))] : []),
          ].join(" · ")}
        </p>
      </div>
      <div className={styles.kinds}>
        {annotate + rework > 0 && (
          <Button look="primary" onPress={() => begin("annotate")}>
            {rework > 0
              ? strings.annotateReturned(sayCount(annotate + rework), sayCount(rework))
              : strings.annotate(sayCount(annotate))}
          </Button>
        )}
        {audit > 0 && <Button onPress={() => begin("audit")}>{strings.audit(sayCount(audit))}</Button>}
        {adjudicate > 0 && (
          <Button onPress={() => begin("adjudicate")}>{strings.adjudicate(sayCount(adjudicate))}</Button>
        )}
        {annotate + rework + audit + adjudicate === 0 && (
          <Button
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
