import { scopesOf } from "@assay/domain/member.ts";
import { useNavigate, useParams, useRouteContext } from "@tanstack/react-router";
import { strings as all } from "#strings/settings.ts";
import { PageHead } from "../design/PageHead.tsx";
import { Tabs } from "../design/Tabs.tsx";
import { PayReport } from "../reports/PayReport.tsx";
import { WorkReport } from "../reports/WorkReport.tsx";
import { AccountSettings } from "./AccountSettings.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { AuditLog } from "./AuditLog.tsx";
import { RegisteredModels } from "./RegisteredModels.tsx";
import styles from "./Settings.module.css";
import { Webhooks } from "./Webhooks.tsx";

const strings = all.page;

const PARTS = [
  { id: "account", title: strings.account, content: () => <AccountSettings /> },
  { id: "keys", title: strings.keys, content: () => <ApiKeys /> },
  { id: "webhooks", title: strings.webhooks, content: () => <Webhooks /> },
  { id: "models", title: strings.models, content: () => <RegisteredModels /> },
  { id: "work", title: strings.work, content: () => <Work /> },
  { id: "audit-log", title: strings.auditLog, content: () => <AuditLog /> },
] as const;

/** Counts of work, and what it earned for those who may see that. */
function Work() {
  const { person } = useRouteContext({ from: "/inside" });
  return (
    <div className={styles.part}>
      <WorkReport />
      {scopesOf(person.role).includes("members:write") && <PayReport />}
    </div>
  );
}

/** The settings of the account; each tab has its own address. */
export function Settings() {
  const { part } = useParams({ from: "/inside/settings/$part" });
  const navigate = useNavigate();
  const selected = PARTS.find(({ id }) => id === part)?.id ?? "account";
  return (
    <div className={styles.page}>
      <PageHead title={strings.title} />
      <Tabs
        label={strings.tabs}
        tabs={PARTS}
        selected={selected}
        onSelect={(id) => void navigate({ to: "/settings/$part", params: { part: id } })}
      />
    </div>
  );
}
