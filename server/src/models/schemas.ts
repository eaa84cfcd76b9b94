import { ANNOTATION_TYPES } from "@assay/domain/types/registry.ts";
import Type, { type Static } from "typebox";
import type { Caller } from "../platform/auth/auth.ts";
import { iso, isoOrNull, nullable, Timestamp } from "../platform/http/wire.ts";
import { LIMITS } from "../platform/limits.ts";
import { promptVersion } from "./prompt.ts";
import type { ModelRow } from "./store.ts";

/** No control characters: one separates name and version where predictions are stored. */
function Name(description: string) {
  const name = { minLength: 1, maxLength: LIMITS.name_characters, pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]+$" };
  return Type.String({ ...name, description });
}

const Kind = Type.Enum(["pushed", "http", "openai"], {
  description:
    "pushed: you send its predictions to `POST /v1/batches/{id}/predictions`. http: Assay asks the server at `url`. openai: Assay asks a " +
    "language model by OpenAI's protocol for chats, which many servers speak",
});

const Url = Type.String({
  maxLength: 2_048,
  description:
    "Of http and openai: absolute, https (http only to networks that the operator allows), without user name and fragment. Of openai: up " +
    "to `/chat/completions`",
  examples: ["https://models.acme.test/predict"],
});
const Secret = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    "Of http: `whsec_` and 24 to 64 bytes in base64, with which Assay signs its requests as webhooks; default: Assay creates one. " +
    "Of openai: the API key, of visible ASCII characters; absent if the server needs none. Stored encrypted",
});
const Types = Type.Array(Type.Enum(ANNOTATION_TYPES.map(({ name }) => name)), {
  minItems: 1,
  maxItems: 50,
  description: "The annotation types whose results the model gives",
});
const BatchSize = Type.Integer({
  minimum: 1,
  maximum: 256,
  description: "Items in a request; default 16. Of openai: 1",
});
const Concurrency = Type.Integer({
  minimum: 1,
  maximum: 8,
  description: "Requests of one run that wait for an answer at once; default 2",
});
const Timeout = Type.Integer({
  minimum: 100,
  maximum: 300_000,
  description:
    "How long Assay waits for an answer, or for all samples of one, in milliseconds; default 30,000",
});
const Rate = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description }));
const Price = Type.Object(
  {
    per_1000_items: Rate("For 1,000 items"),
    per_million_input_tokens: Rate("For a million `input_tokens` in `usage`"),
    per_million_output_tokens: Rate("For a million `output_tokens` in `usage`"),
  },
  {
    additionalProperties: false,
    title: "ModelPrice",
    description:
      "What the model charges, added up; in the currency of your prices. A `cost` in the model's `usage` counts instead",
  },
);

const Prompt = Type.Object(
  {
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "What the server calls the model; default: `name`",
      }),
    ),
    instructions: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: "Told after guideline, labels and fields",
      }),
    ),
    examples: Type.Optional(
      Type.Array(
        Type.Object(
          {
            text: Type.String({ minLength: 1, maxLength: 20_000, description: "What the item says" }),
            result: Type.Unknown({
              description:
                "The right answer, as the model gives it: spans have `quote`, `occurrence` and `label` instead of offsets",
            }),
            fields: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: 50,
          description:
            "Worked examples. Do not take known answers or audited items: the model would be judged by what it was told",
        },
      ),
    ),
    samples: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 9,
        description:
          "Answers per item. 1 (default): the score is the probability of the answer's tokens, if the server tells it. More: the answer " +
          "that most samples gave, and their share is the score",
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String({ pattern: "^[a-z_]{1,64}$" }), Type.Unknown(), {
        maxProperties: 20,
        description:
          "Of the request, such as `max_completion_tokens`; null leaves out what the server refuses, such as `logprobs` or `temperature`. " +
          "`messages`, `stream` and `n` are Assay's",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "ModelPrompt",
    description:
      "Of openai: what the model is told besides the guideline, its labels and fields. Each change is a `prompt_version`",
    examples: [
      {
        model: "gpt-5-mini",
        instructions: "Judge the product, not the delivery.",
        examples: [{ text: "Broke on day two.", result: { label: "negative" } }],
        samples: 5,
      },
    ],
  },
);

const settings = {
  url: Type.Optional(Url),
  secret: Type.Optional(Secret),
  annotation_types: Type.Optional(Types),
  batch_size: Type.Optional(BatchSize),
  concurrency: Type.Optional(Concurrency),
  timeout_ms: Type.Optional(Timeout),
  price: Type.Optional(nullable(Price)),
  prompt: Type.Optional(nullable(Prompt)),
};

export const CreateModel = Type.Object(
  {
    name: Name("Name and version are those of the model's predictions; an account has each pair once"),
    version: Name("Another version is another model"),
    kind: Kind,
    ...settings,
    annotation_types: Types,
  },
  {
    additionalProperties: false,
    title: "CreateModel",
    examples: [
      {
        name: "sentiment",
        version: "2026-11",
        kind: "http",
        url: "https://models.acme.test/predict",
        annotation_types: ["text_classification"],
        batch_size: 64,
        price: { per_1000_items: 0.2 },
      },
    ],
  },
);
export type CreateModel = Static<typeof CreateModel>;

export const ChangeModel = Type.Object(settings, { additionalProperties: false, title: "ChangeModel" });
export type ChangeModel = Static<typeof ChangeModel>;

const upToSecret = {
  id: Type.String({ examples: ["model_01JD3W8Q9V6T2R4M5N7P8X0YZC"] }),
  name: Type.String(),
  version: Type.String(),
  kind: Kind,
  url: nullable(
    Type.String({ description: "Without its query for callers without the scope `projects:write`" }),
  ),
};
const fromHint = {
  secret_hint: nullable(Type.String({ description: "The end of the secret", examples: ["…RlcyE="] })),
  annotation_types: Type.Array(Type.String()),
  batch_size: Type.Integer(),
  concurrency: Type.Integer(),
  timeout_ms: Type.Integer(),
  price: nullable(Price),
  prompt: nullable(Prompt),
  prompt_version: nullable(
    Type.String({
      description:
        "Of openai: names the prompt in predictions and reports. The same prompt has the same version",
    }),
  ),
  last_success_at: nullable(Timestamp),
  last_error: nullable(
    Type.Object(
      { at: Timestamp, reason: Type.String() },
      { description: "The last request that had no answer, or one that Assay could not read" },
    ),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Model = Type.Object({ ...upToSecret, ...fromHint }, { title: "RegisteredModel" });
export type Model = Static<typeof Model>;

export const NewModel = Type.Object(
  {
    ...upToSecret,
    secret: nullable(Type.String({ description: "Only in this response, and only if Assay made it" })),
    ...fromHint,
  },
  { title: "NewModel" },
);

/** A model for a response, without its secret, and for callers who may not change it without the query of its `url`, which may have a key. */
export function toModel(row: ModelRow, { scopes }: Pick<Caller, "scopes">): Model {
  const { id, name, version, kind, secret_hint, batch_size, concurrency, timeout_ms, price } = row;
  const url = scopes.has("projects:write") ? row.url : (row.url?.replace(/\?.*/s, "") ?? null);
  return {
    ...{ id, name, version, kind, url, secret_hint },
    annotation_types: [...row.annotation_types],
    ...{ batch_size, concurrency, timeout_ms, price, prompt: row.prompt },
    prompt_version: kind === "openai" ? promptVersion(row.prompt) : null,
    last_success_at: isoOrNull(row.last_success_at),
    last_error: row.last_error,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

export const PromptVersion = Type.Object(
  { version: Type.String(), prompt: nullable(Prompt), created_at: Timestamp },
  { title: "ModelPromptVersion" },
);
