import { useNavigate, useParams } from "@tanstack/react-router";
import { strings as all } from "#strings/settings.ts";
import { useMay } from "../api/use-may.ts";
import { Locked } from "../design/Locked.tsx";
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

/** The parts, each with the scope that it takes to change something there, or to read it where nothing can be changed. */
const PARTS = [
  { id: "account", title: strings.account, content: () => <AccountSettings />, scope: "account:write" },
  { id: "keys", title: strings.keys, content: () => <ApiKeys />, scope: "keys:write" },
  { id: "webhooks", title: strings.webhooks, content: () => <Webhooks />, scope: "webhooks:write" },
  { id: "models", title: strings.models, content: () => <RegisteredModels />, scope: "projects:write" },
  { id: "work", title: strings.work, content: () => <Work />, scope: "members:read" },
  { id: "audit-log", title: strings.auditLog, content: () => <AuditLog />, scope: "account:read" },
] as const;

/** Counts of work, and what it earned for those who may see that. */
function Work() {
  const maySeePay = useMay("members:write");
  return (
    <div className={styles.part}>
      <WorkReport>{maySeePay && <PayReport />}</WorkReport>
    </div>
  );
}

/** The settings of the account; each tab has its own address. */
export function Settings() {
  const { part } = useParams({ from: "/inside/settings/$part" });
  const navigate = useNavigate();
  const maySeeKeys = useMay("keys:read");
  const parts = PARTS.filter(({ id }) => id !== "keys" || maySeeKeys);
  const selected = parts.find(({ id }) => id === part)?.id ?? "account";
  return (
    <div className={styles.page}>
      <PageHead title={strings.title} />
      <Tabs
        label={strings.tabs}
        tabs={parts.map(({ scope, content, ...tab }) => ({
          ...tab,
          content: () => <Locked scope={scope}>{content()}</Locked>,
        }))}
        selected={selected}
        onSelect={(id) => void navigate({ to: "/settings/$part", params: { part: id } })}
      />
    </div>
  );
}
