import { useNavigate, useParams } from "@tanstack/react-router";
import { PageHead } from "../design/PageHead.tsx";
import { Tabs } from "../design/Tabs.tsx";
import { WorkReport } from "../reports/WorkReport.tsx";
import { Account } from "./Account.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { AuditLog } from "./AuditLog.tsx";
import styles from "./Settings.module.css";
import { Webhooks } from "./Webhooks.tsx";

const PARTS = [
  { id: "account", title: "Account", content: () => <Account /> },
  { id: "keys", title: "API keys", content: () => <ApiKeys /> },
  { id: "webhooks", title: "Webhooks", content: () => <Webhooks /> },
  { id: "work", title: "Work report", content: () => <WorkReport /> },
  { id: "audit-log", title: "Audit log", content: () => <AuditLog /> },
] as const;

/** What concerns the whole account, each part at its own address. */
export function Settings() {
  const { part } = useParams({ from: "/inside/settings/$part" });
  const navigate = useNavigate();
  const selected = PARTS.find(({ id }) => id === part)?.id ?? "account";
  return (
    <div className={styles.page}>
      <PageHead title="Settings" />
      <Tabs
        label="Parts of the settings"
        tabs={PARTS}
        selected={selected}
        onSelect={(id) => void navigate({ to: "/settings/$part", params: { part: id } })}
      />
    </div>
  );
}
