import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/quality.ts";
import { api } from "../api/client.ts";
import { useMemberName } from "../api/members.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { ButtonAnchor, ButtonLink } from "../design/ButtonLink.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { isOnNothing } from "../design/focus-places.ts";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { workAddress } from "../work/address.ts";
import styles from "./Blockers.module.css";
import { type Blocker, blockersQuery, firstToJudge, isUndecided } from "./blockers-query.ts";
import { sayBlocker, sayWho } from "./say-blocker.ts";

const strings = all.blockers;

const AGAIN_MS = 15_000;
/** The service sends items to adjudicators in the background, within a second or so. */
const SENT_AGAIN_MS = 1_000;

/** Where the button only leads to what is waited for. */
const LOOKS: readonly Blocker["kind"][] = ["comment", "gold", "export", "run"];

interface BlockersProps {
  readonly project_id: string;
  /** Limits the list to one batch, for its own page. */
  readonly batch_id?: string;
}

/** What batches wait for: how much, who can act and the button for it; nothing without blockers. */
export function Blockers({ project_id, batch_id }: BlockersProps) {
  const nameOf = useMemberName();
  const { person } = useRouteContext({ from: "/inside" });
  const canAct = useMay("batches:write");
  const [sent, setSent] = useState<Sent>();
  const isUnderway = ({ kind, batch_id }: Blocker) =>
    sent?.hasArrived === false && batch_id === sent.batch_id && actionOn(kind) === sent.action;
  const asked = blockersQuery(project_id);
  const { fault, attempt } = useAttempt(asked.queryKey);
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state: { data: known = [] } }) => (known.some(isUnderway) ? SENT_AGAIN_MS : AGAIN_MS),
  });
  const { data = [], error } = query;
  if (sent?.hasArrived === false && !data.some(isUnderway)) setSent({ ...sent, hasArrived: true });
  const shown = batch_id === undefined ? data : data.filter((blocker) => isOnPageOf(batch_id, blocker));
  const first = firstToJudge(shown, person.member_id);
  if (shown.length === 0 && error === null) return null;

  const resume = (id: string) =>
    void attempt(() =>
      api.POST("/v1/members/{id}/resume", { params: { path: { id } }, body: { project_id } }),
    );
  const train = (id: string, action: "pass" | "start_again") =>
    void attempt(() =>
      api.POST("/v1/members/{id}/qualification", { params: { path: { id } }, body: { project_id, action } }),
    );
  const send = async (batch_id: string, action: Action) => {
    setSent({ batch_id, action, hasArrived: false });
    const body = { filter: { batch_id }, action };
    if (!(await attempt(() => api.POST("/v1/items/bulk", { body })))) setSent(undefined);
  };

  return (
    <Panel title={strings.title}>
      {error !== null && <FetchState query={query} />}
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <ul className={styles.blockers}>
        {shown.map((blocker) => (
          <li key={[blocker.kind, blocker.batch_id, blocker.member_id].join(" ")}>
            <span>
              {batch_id === undefined && blocker.batch_name !== null && (
                <strong>{strings.ofBatch(blocker.batch_name)}</strong>
              )}
              {sayBlocker(blocker, nameOf)}{" "}
              {blocker.kind !== "returned" && (
                <span className={styles.who}>{sayWho(blocker.can_act, nameOf, person.member_id)}</span>
              )}
            </span>
            {(canAct || LOOKS.includes(blocker.kind)) &&
              (isOfMember(blocker.kind) ? (
                <MendMember
                  kind={blocker.kind}
                  onResume={resume}
                  onTrain={train}
                  id={blocker.member_id ?? ""}
                />
              ) : (
                <Mend
                  blocker={blocker}
                  isOnItsPage={batch_id !== undefined}
                  look={blocker === first ? "primary" : "plain"}
                  isSent={isUnderway(blocker)}
                  isNext={blocker.batch_id === sent?.batch_id}
                  onSend={(id, action) => void send(id, action)}
                />
              ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A batch's own page already says why it failed, and does not say what concerns the whole project. */
function isOnPageOf(id: string, { kind, batch_id }: Blocker): boolean {
  return kind === "paused" || (batch_id === id && kind !== "failed");
}

/** What `POST /v1/items/bulk` does with items that wait for certain annotators. */
type Action = "adjudicate" | "release";

/** What a lead sent to others. */
interface Sent {
  readonly batch_id: string;
  readonly action: Action;
  /** The items wait for the others by now. */
  readonly hasArrived: boolean;
}

interface MendProps {
  readonly blocker: Blocker;
  readonly isOnItsPage: boolean;
  /** Of the link to audits and adjudications: primary for the first that waits for the member. */
  readonly look: "primary" | "plain";
  /** The items are on their way to others. */
  readonly isSent: boolean;
  /** The blocker replaces one whose items were sent to others. */
  readonly isNext: boolean;
  /** Sends the items that wait to adjudicators, or those that are reserved to every annotator. */
  readonly onSend: (batch_id: string, action: Action) => void;
}

/** What sends the items of a blocker to others, if they wait for certain annotators. */
function actionOn(kind: Blocker["kind"]): Action | undefined {
  if (kind === "returned") return "release";
  return kind === "tied" || kind === "skipped_once" ? "adjudicate" : undefined;
}

/** Whether a member waits, whom a lead may let go on. */
function isOfMember(kind: Blocker["kind"]): boolean {
  return kind === "paused" || kind === "untrained";
}

interface MendMemberProps {
  readonly kind: Blocker["kind"];
  /** The member. */
  readonly id: string;
  readonly onResume: (id: string) => void;
  readonly onTrain: (id: string, action: "pass" | "start_again") => void;
}

/** The buttons that let a member go on. */
function MendMember({ kind, id, onResume, onTrain }: MendMemberProps) {
  if (kind === "paused") return <Button onPress={() => onResume(id)}>{strings.resume}</Button>;
  return (
    <span className={styles.ways}>
      <Button onPress={() => onTrain(id, "start_again")}>{strings.startAgain}</Button>
      <Button onPress={() => onTrain(id, "pass")}>{strings.letPass}</Button>
    </span>
  );
}

/** A ref of what replaces the button that had the focus. */
function takeFreeFocus(element: HTMLElement | null): void {
  if (isOnNothing()) element?.focus();
}

interface SendProps extends Pick<MendProps, "isSent" | "onSend"> {
  readonly action: Action;
  readonly batch_id: string;
}

/** The buttons that give items to others than those for whom they wait. */
function Send({ action, batch_id, isSent, onSend }: SendProps) {
  const isReserved = action === "release";
  const words = isReserved ? strings.release : strings.send;
  return (
    <span className={styles.ways}>
      {!isReserved && <ButtonLink to="/members">{strings.addAnnotator}</ButtonLink>}
      <Button isDisabled={isSent} onPress={() => onSend(batch_id, action)}>
        {isSent ? strings.sending : words}
      </Button>
    </span>
  );
}

/** The buttons that resolve a blocker; on the batch's page its own buttons do the rest. */
function Mend({ blocker: { kind, batch_id }, isOnItsPage, look, isSent, isNext, onSend }: MendProps) {
  if (batch_id === null) return null;
  const action = actionOn(kind);
  if (action !== undefined) return <Send {...{ action, batch_id, isSent, onSend }} />;
  if (isUndecided({ kind })) {
    return (
      <ButtonAnchor
        {...(isNext && { ref: takeFreeFocus })}
        look={look}
        href={workAddress(batch_id, "adjudicate")}
      >
        {strings.adjudicate}
      </ButtonAnchor>
    );
  }
  if (kind === "model_check")
    return <ButtonAnchor href={workAddress(batch_id)}>{strings.annotate}</ButtonAnchor>;
  if (kind === "overlap") return <ButtonLink to="/members">{strings.addAnnotator}</ButtonLink>;
  if (kind === "comment") {
    return (
      <ButtonLink to="/questions" search={{ batch: batch_id }}>
        {strings.openQuestions}
      </ButtonLink>
    );
  }
  if (kind === "gold") {
    return (
      <ButtonLink to="/items" search={{ batch: batch_id }}>
        {strings.openItems}
      </ButtonLink>
    );
  }
  if (kind === "export") {
    return (
      <ButtonLink to="/batches/$id" params={{ id: batch_id }} search={{ tab: "exports" }}>
        {strings.openExports}
      </ButtonLink>
    );
  }
  if (kind === "run") {
    return (
      <ButtonLink to="/batches/$id" params={{ id: batch_id }} search={{ tab: "models" }}>
        {strings.openModels}
      </ButtonLink>
    );
  }
  if (isOnItsPage) return null;
  if (kind === "audit") {
    return (
      <ButtonAnchor look={look} href={workAddress(batch_id, "audit")}>
        {strings.startAudit}
      </ButtonAnchor>
    );
  }
  return (
    <ButtonLink to="/batches/$id" params={{ id: batch_id }}>
      {strings.openBatch}
    </ButtonLink>
  );
}
