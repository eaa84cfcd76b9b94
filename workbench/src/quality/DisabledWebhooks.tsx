import { listAll } from "@assay/sdk/list-all.ts";
import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/quality.ts";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./Blockers.module.css";

const strings = all.blockers;

const PAGE = 100;

/** The account's webhooks disabled after failed deliveries; nothing if there are none, or without access to webhooks. */
export function DisabledWebhooks() {
  const { data: webhooks = [] } = useQuery({
    queryKey: ["webhooks", "disabled"],
    queryFn: async () => {
      const all = await everyRow(listAll(api, "/v1/webhooks", { query: { limit: PAGE } }));
      return all.filter(({ disabled_reason }) => disabled_reason === "delivery_failures");
    },
  });
  if (webhooks.length === 0) return null;
  return (
    <Panel title={strings.title}>
      <ul className={styles.blockers}>
        {webhooks.map(({ id, url }) => (
          <li key={id}>
            <span>{strings.webhook(url)}</span>
            <ButtonLink to="/settings/webhooks/$id" params={{ id }}>
              {strings.openWebhook}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
