import { listAll } from "@assay/sdk/list-all.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";
import { useMemberName } from "../api/members.ts";
import { messageOf } from "../api/message.ts";
import { Button } from "../design/Button.tsx";
import { ButtonAnchor, ButtonLink } from "../design/ButtonLink.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { workAddress } from "../work/address.ts";
import styles from "./Blockers.module.css";

type Blocker = components["schemas"]["Blocker"];

const AGAIN_MS = 15_000;
const PAGE = 100;

interface BlockersProps {
  readonly project_id: string;
  /** Only what holds up this batch, on its own page. */
  readonly batch_id?: string;
}

/** What waits for somebody's decision, each with where it is taken; nothing where nothing does. */
export function Blockers({ project_id, batch_id }: BlockersProps) {
  const nameOf = useMemberName();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const queryKey = ["projects", project_id, "blockers"];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async () => {
      const params = { path: { id: project_id } };
      return (await api.GET("/v1/projects/{id}/blockers", { params })).data.data;
    },
    refetchInterval: AGAIN_MS,
  });
  // some who see a project may not see the account's webhooks: then they are told of none
  const { data: webhooks = [] } = useQuery({
    queryKey: ["webhooks", "disabled"],
    queryFn: async () => {
      const all = await everyRow(listAll(api, "/v1/webhooks", { query: { limit: PAGE } }));
      return all.filter(({ disabled_reason }) => disabled_reason === "delivery_failures");
    },
  });
  // a batch's own page already says why it failed
  const isHere = (blocker: Blocker) =>
    batch_id === undefined ||
    blocker.batch_id === null ||
    (blocker.batch_id === batch_id && blocker.kind !== "failed");
  const shown = data.filter(isHere);
  if (shown.length + webhooks.length === 0) return null;

  async function act(request: () => Promise<unknown>) {
    setFault(undefined);
    try {
      await request();
    } catch (cause) {
      setFault(messageOf(cause));
    }
    await queries.invalidateQueries({ queryKey });
  }
  const resume = (id: string) =>
    act(() => api.POST("/v1/members/{id}/resume", { params: { path: { id } }, body: { project_id } }));
  const adjudicate = (batch_id: string) =>
    act(() => api.POST("/v1/items/bulk", { body: { filter: { batch_id }, action: "adjudicate" } }));

  return (
    <Panel title="Needs a decision">
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <ul className={styles.blockers}>
        {shown.map((blocker) => (
          <li key={[blocker.kind, blocker.batch_id, blocker.member_id].join(" ")}>
            <span>
              {batch_id === undefined && blocker.batch_name !== null && (
                <strong>{blocker.batch_name}: </strong>
              )}
              {say(blocker, nameOf)}
            </span>
            {blocker.kind === "paused" ? (
              <Button onPress={() => void resume(blocker.member_id ?? "")}>Resume annotator</Button>
            ) : (
              <Mend
                blocker={blocker}
                isOnItsPage={batch_id !== undefined}
                onAdjudicate={(id) => void adjudicate(id)}
              />
            )}
          </li>
        ))}
        {webhooks.map(({ id, url }) => (
          <li key={id}>
            <span>The webhook {url} was disabled: its deliveries failed.</span>
            <ButtonLink to="/settings/webhooks/$id" params={{ id }}>
              Open the webhook
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function say({ kind, count, detail, member_id }: Blocker, nameOf: (member_id: string) => string): string {
  const items = count === 1 ? "1 item" : `${count.toLocaleString("en")} items`;
  switch (kind) {
    case "failed":
      return `Not certified: ${detail ?? ""}`;
    case "hold":
      return "On hold: its items are not given out.";
    case "conflict":
      return `${items} tied: the answers disagree. Adjudicate them.`;
    case "tied":
      return `${items} tied: the answers disagree. Send them to an adjudicator, or add another annotator.`;
    case "skipped":
      return `${items} skipped by two people. Adjudicate them: ${detail ?? ""}.`;
    case "paused":
      return `${nameOf(member_id ?? "")} is ${detail}: too many wrong answers to known-answer items. Resuming clears their record.`;
  }
}

interface MendProps {
  readonly blocker: Blocker;
  readonly isOnItsPage: boolean;
  readonly onAdjudicate: (batch_id: string) => void;
}

/** The buttons that resolve a blocker; on the page of the batch, the buttons of that page do the rest. */
function Mend({ blocker: { kind, batch_id }, isOnItsPage, onAdjudicate }: MendProps) {
  if (batch_id === null) return null;
  if (kind === "tied") {
    return (
      <span className={styles.ways}>
        <ButtonLink to="/members">Add an annotator</ButtonLink>
        <Button onPress={() => onAdjudicate(batch_id)}>Send to an adjudicator</Button>
      </span>
    );
  }
  if (kind === "conflict" || kind === "skipped") {
    return <ButtonAnchor href={workAddress(batch_id, "adjudicate")}>Adjudicate</ButtonAnchor>;
  }
  if (isOnItsPage) return null;
  return (
    <ButtonLink to="/batches/$id" params={{ id: batch_id }}>
      Open the batch
    </ButtonLink>
  );
}
