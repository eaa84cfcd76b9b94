import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useLive } from "../api/live.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { Menu } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import styles from "./Settings.module.css";
import { EVENT_TYPES, Health, WebhookDialog, type WebhookFields } from "./Webhooks.tsx";

const strings = all.webhook;

/** A webhook with its settings and deliveries. */
export function WebhookPage() {
  const { id } = useParams({ from: "/inside/settings/webhooks/$id" });
  const navigate = useNavigate();
  const path = { path: { id } };
  const { data: webhook } = useSuspenseQuery({
    queryKey: ["webhooks", id],
    queryFn: async () => (await api.GET("/v1/webhooks/{id}", { params: path })).data,
  });
  useLive(["webhooks", id]);
  const { attempt, isBusy, fault } = useAttempt(["webhooks"]);
  const [open, setOpen] = useState<"edit" | "delete">();
  const canChange = useMay("webhooks:write");
  const [secret, setSecret] = useState<string>();
  const change = async (body: Partial<WebhookFields> & { enabled?: boolean }) => {
    const isChanged = await attempt(() => api.PATCH("/v1/webhooks/{id}", { params: path, body }));
    if (isChanged) setOpen(undefined);
  };
  const rotate = () =>
    void attempt(async () => {
      const { data } = await api.POST("/v1/webhooks/{id}/rotate-secret", { params: path, body: {} });
      setSecret(data.secret);
    });
  const test = (type: string) => void attempt(() => sendTest(id, type));
  const remove = () =>
    void attempt(async () => {
      await api.DELETE("/v1/webhooks/{id}", { params: path });
      await navigate({ to: "/settings/$part", params: { part: "webhooks" } });
    });
  return (
    <div className={styles.page}>
      <PageHead
        title={webhook.url}
        trail={[
          <Link key="webhooks" to="/settings/$part" params={{ part: "webhooks" }}>
            {all.page.webhooks}
          </Link>,
        ]}
        badge={<Health webhook={webhook} />}
        detail={strings.detail(
          webhook.all_events ? all.webhooks.all : webhook.events.join(", "),
          webhook.secret_hint,
        )}
      >
        {canChange && (
          <>
            <TestMenu onTest={test} />
            <Menu
              label={everywhere.more}
              entries={[
                { title: strings.edit, run: () => setOpen("edit") },
                { title: strings.rotate, run: rotate },
                webhook.enabled
                  ? { title: strings.disable, run: () => void change({ enabled: false }) }
                  : { title: strings.enable, run: () => void change({ enabled: true }) },
                { title: strings.remove, run: () => setOpen("delete"), isDangerous: true },
              ]}
            />
            {!webhook.enabled && (
              <Button look="primary" onPress={() => void change({ enabled: true })}>
                {strings.enable}
              </Button>
            )}
          </>
        )}
      </PageHead>
      {fault !== undefined && open === undefined && <Notice tone="bad">{fault}</Notice>}
      {secret !== undefined && <SecretOnce title={strings.rotated} secret={secret} />}
      <Deliveries id={id} attempt={attempt} onTest={test} canSend={canChange} />
      {open === "edit" && (
        <WebhookDialog
          title={strings.editTitle}
          before={{ url: webhook.url, events: webhook.all_events ? null : webhook.events }}
          {...{ isBusy, fault }}
          onClose={() => setOpen(undefined)}
          onSave={(fields) => void change(fields)}
        />
      )}
      {open === "delete" && (
        <DeleteDialog
          url={webhook.url}
          {...{ isBusy, fault }}
          onClose={() => setOpen(undefined)}
          onDelete={remove}
        />
      )}
    </div>
  );
}

function TestMenu({ onTest }: { readonly onTest: (type: string) => void }) {
  const entries = EVENT_TYPES.map((type) => ({ title: type, run: () => onTest(type) }));
  return <Menu label={strings.sendTest} entries={entries} />;
}

async function sendTest(id: string, name: string): Promise<void> {
  const type = EVENT_TYPES.find((known) => known === name);
  if (type === undefined) return;
  await api.POST("/v1/webhooks/{id}/test", { params: { path: { id } }, body: { type } });
}

interface DeleteDialogProps {
  readonly url: string;
  readonly isBusy: boolean;
  /** The API's error message. */
  readonly fault: string | undefined;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog({ url, isBusy, fault, onClose, onDelete }: DeleteDialogProps) {
  return (
    <SubmitDialog
      title={strings.removeTitle}
      verb={strings.removeNow}
      isDangerous
      cancel={strings.keep}
      isBusy={isBusy}
      fault={fault}
      onSubmit={onDelete}
      onClose={onClose}
    >
      <p>{strings.removeHelp(url)}</p>
    </SubmitDialog>
  );
}
