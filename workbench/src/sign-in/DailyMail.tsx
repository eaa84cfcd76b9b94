import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings } from "#strings/daily-mail.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Radios } from "../design/Radios.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { readWays } from "./requests.ts";

const CHOICES = [
  { id: "none", name: strings.none },
  { id: "daily", name: strings.daily },
] as const;

/** Asks whether the signed-in person wants a daily mail with what waits for them. */
export function DailyMail({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["digest"],
    queryFn: async () => (await api.GET("/v1/digest")).data,
  });
  const { data: ways } = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const { fault = error?.message, isBusy, attempt } = useAttempt(["digest"]);
  const [chosen, choose] = useState<"none" | "daily">();
  const frequency = chosen ?? data?.frequency;
  const [typed, type] = useState<string>();
  const time_zone = typed ?? data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  async function save() {
    if (frequency === undefined) return;
    const body = frequency === "daily" ? { frequency, time_zone: time_zone.trim() } : { frequency };
    if (await attempt(() => api.PUT("/v1/digest", { body }))) onClose();
  }
  return (
    <SubmitDialog
      title={strings.title}
      verb={everywhere.save}
      isDisabled={data === undefined}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{strings.about}</p>
      {ways?.mail === false && <Notice tone="warn">{strings.noMail}</Notice>}
      {data !== undefined && (
        <Radios
          label={strings.label(data.email ?? "")}
          options={CHOICES}
          value={frequency ?? null}
          onChange={(id) => choose(id === "daily" ? "daily" : "none")}
          autoFocus
        />
      )}
      {frequency === "daily" && (
        <Field
          label={strings.timeZone}
          description={strings.timeZoneHelp}
          name="time_zone"
          value={time_zone}
          onChange={type}
          maxLength={64}
        />
      )}
    </SubmitDialog>
  );
}
