import type { components } from "@assay/sdk/schema.ts";
import { useState } from "react";
import { typeName } from "#strings/annotation-types.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Confirm } from "../design/Confirm.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { Table } from "../design/Table.tsx";
import { formatTime } from "../strings/format.ts";
import { SecretOnce } from "./SecretOnce.tsx";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.models;

type Model = components["schemas"]["RegisteredModel"];
type CreateModel = components["schemas"]["CreateModel"];
type TypeName = CreateModel["annotation_types"][number];

const TYPES: readonly TypeName[] = [
  "image_classification",
  "multilabel_classification",
  "object_detection",
  "polygon",
  "semantic_segmentation",
  "keypoint",
  "text_classification",
  "named_entity_recognition",
  "transcription",
  "audio_segmentation",
  "text_generation",
  "ranking",
  "rating",
];

/** The registered models of the account, and how they answer. */
export function RegisteredModels() {
  const { query, rows, more } = usePages(
    ["registered-models"],
    async (place) => (await api.GET("/v1/models", { params: { query: place } })).data,
  );
  const { attempt, isBusy, fault: refusal } = useAttempt(["registered-models"]);
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Model>();
  const [secret, setSecret] = useState<string | null>(null);
  const make = (body: CreateModel) =>
    attempt(async () => {
      const { data } = await api.POST("/v1/models", { body });
      setSecret(data.secret);
      setMaking(false);
    });
  const remove = async ({ id }: Model) => {
    if (await attempt(() => api.DELETE("/v1/models/{id}", { params: { path: { id } } })))
      setLeaving(undefined);
  };
  return (
    <div className={styles.part}>
      <div className={styles.main}>
        <Button look="primary" onPress={() => setMaking(true)}>
          {strings.connect}
        </Button>
      </div>
      {secret !== null && <SecretOnce title={strings.made} secret={secret} />}
      <FetchState query={query} />
      {query.data === undefined ? null : rows.length === 0 ? (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      ) : (
        <Table
          caption={strings.caption}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: strings.name, cell: ({ name, version }) => strings.named(name, version) },
            { title: strings.url, cell: ({ url }) => url ?? strings.kinds.pushed },
            {
              title: strings.types,
              cell: ({ annotation_types }) => annotation_types.map(typeName).join(", "),
            },
            { title: strings.health, cell: (model) => <Health model={model} /> },
            {
              title: strings.actions,
              isActions: true,
              cell: (model) => (
                <Button aria-label={strings.removeOne(model.name)} onPress={() => setLeaving(model)}>
                  {strings.remove}
                </Button>
              ),
            },
          ]}
        >
          {more && <Button onPress={more}>{everywhere.showMore}</Button>}
        </Table>
      )}
      {isMaking && (
        <ModelDialog
          isBusy={isBusy}
          fault={refusal}
          onClose={() => setMaking(false)}
          onSave={(body) => void make(body)}
        />
      )}
      {leaving !== undefined && (
        <Confirm
          title={strings.removeOne(leaving.name)}
          name={leaving.name}
          verb={everywhere.deleteForEver}
          isBusy={isBusy}
          fault={refusal}
          onConfirm={() => void remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          {strings.removeHelp}
        </Confirm>
      )}
    </div>
  );
}

/** Whether the model's last request had an answer, and if not, why. */
function Health({ model: { last_error, last_success_at } }: { readonly model: Model }) {
  if (last_error !== null && (last_success_at === null || last_error.at > last_success_at))
    return (
      <>
        <Badge tone="bad">{strings.failing}</Badge> {last_error.reason}
      </>
    );
  if (last_success_at === null) return <Badge>{strings.notAsked}</Badge>;
  return <Badge tone="good">{strings.answered(formatTime(last_success_at))}</Badge>;
}

interface ModelDialogProps {
  readonly isBusy: boolean;
  readonly fault: string | undefined;
  readonly onClose: () => void;
  readonly onSave: (body: CreateModel) => void;
}

const KINDS = [
  { id: "http", name: strings.kinds.http },
  { id: "openai", name: strings.kinds.openai },
] as const;

/** The form of a model that Assay asks. */
function ModelDialog({ isBusy, fault, onClose, onSave }: ModelDialogProps) {
  const [kind, setKind] = useState<"http" | "openai">("http");
  const [name, setName] = useState("");
  const [version, setVersion] = useState("1");
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const [chosen, choose] = useState<readonly TypeName[]>([]);
  const [price, setPrice] = useState("");
  const perItems = Number(price);
  const isReady = name !== "" && version !== "" && url !== "" && chosen.length > 0 && perItems >= 0;
  const toggle = (type: TypeName, isOn: boolean) =>
    choose(isOn ? [...chosen, type] : chosen.filter((one) => one !== type));
  const save = () =>
    onSave({
      ...{ name, version, kind, url, annotation_types: [...chosen] },
      ...(secret !== "" && { secret }),
      ...(price !== "" && { price: { per_1000_items: perItems } }),
    });
  return (
    <SubmitDialog
      title={strings.connect}
      verb={everywhere.save}
      isDisabled={!isReady}
      isBusy={isBusy}
      fault={fault}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Select label={strings.kind} options={KINDS} value={kind} onChange={setKind} />
        <Field name="name" label={strings.name} value={name} onChange={setName} maxLength={200} autoFocus />
        <Field name="version" label={strings.version} value={version} onChange={setVersion} maxLength={200} />
        <Field
          name="url"
          label={strings.url}
          description={strings.urlHelp[kind]}
          value={url}
          onChange={setUrl}
          type="url"
          placeholder="https://"
        />
        <Field
          name="secret"
          label={strings.secret[kind]}
          description={strings.secretHelp[kind]}
          value={secret}
          onChange={setSecret}
          type="password"
          autoComplete="off"
        />
        <fieldset className={styles.choices}>
          <legend>{strings.chooseTypes}</legend>
          {TYPES.map((type) => (
            <Checkbox key={type} isSelected={chosen.includes(type)} onChange={(isOn) => toggle(type, isOn)}>
              {typeName(type)}
            </Checkbox>
          ))}
        </fieldset>
        <Field
          name="price"
          label={strings.price}
          description={strings.priceHelp}
          value={price}
          onChange={setPrice}
          inputMode="decimal"
        />
      </div>
    </SubmitDialog>
  );
}
