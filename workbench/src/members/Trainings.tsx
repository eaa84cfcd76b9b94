import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { Badge } from "../design/Badge.tsx";
import type { MenuEntry } from "../design/Menu.tsx";
import type { Column } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./Members.module.css";
import type { Member } from "./members.ts";

const strings = all.training;

type Training = Member["qualifications"][number];

type NameOf = (project_id: string) => string;

/** The column of trainings in the list of members; none if nobody has begun one. */
export function trainingColumn(members: readonly Member[], nameOf: NameOf): Column<Member>[] {
  if (!members.some(({ qualifications }) => qualifications.length > 0)) return [];
  const cell = ({ qualifications }: Member) => <Trainings trainings={qualifications} nameOf={nameOf} />;
  return [{ title: strings.title, cell }];
}

/** What a lead may decide about a member's trainings. */
export function trainingEntries(
  { id, qualifications }: Member,
  nameOf: NameOf,
  attempt: (run: () => Promise<unknown>) => Promise<boolean>,
): MenuEntry[] {
  return qualifications.flatMap(({ project_id, status }) => {
    const decide = (action: "pass" | "start_again") => () =>
      void attempt(() =>
        api.POST("/v1/members/{id}/qualification", {
          params: { path: { id } },
          body: { project_id, action },
        }),
      );
    const again = { title: strings.startAgain(nameOf(project_id)), run: decide("start_again") };
    if (status === "passed") return [again];
    return [{ title: strings.letPass(nameOf(project_id)), run: decide("pass") }, again];
  });
}

/** How far a member is in each project that trains its annotators. */
function Trainings({
  trainings,
  nameOf,
}: {
  readonly trainings: readonly Training[];
  readonly nameOf: NameOf;
}) {
  return (
    <ul className={styles.trainings}>
      {trainings.map((training) => (
        <li key={training.project_id}>
          <Badge tone={TONES[training.status]}>{say(training)}</Badge>
          <span className={styles.quiet}>{strings.inProject(nameOf(training.project_id))}</span>
          {training.decided_at !== null && <Time at={training.decided_at} />}
        </li>
      ))}
    </ul>
  );
}

const TONES = { training: "accent", passed: "good", failed: "bad" } as const;

function say({ status, basis, attempt, attempts, items, answered, right }: Training): string {
  if (status === "training") return strings.inTraining(answered, items, right, attempt, attempts);
  if (status === "failed") return strings.failed(right, items, attempts);
  if (basis === "training") return strings.passed(right, items);
  return basis === "manager" ? strings.letPassed : strings.earlierWork;
}
