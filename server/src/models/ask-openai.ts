import { ServiceError } from "@assay/domain/errors.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Deps } from "../deps.ts";
import type { Guidelines } from "../guidelines/guidelines.ts";
import { PREDICTION_LINE, readLine } from "../imports/line.ts";
import type { ItemContent } from "../items/store.ts";
import type { Usage } from "../platform/database/answer-tables.ts";
import { parseJsonText } from "../platform/http/json.ts";
import type { Answered } from "./answer.ts";
import { answerSchema, canBeStrict } from "./answer-schema.ts";
import type { Fault } from "./ask-http.ts";
import { type Completion, chat } from "./chat.ts";
import type { AskedProject } from "./content.ts";
import { imageOf } from "./data-url.ts";
import { messagesOf, promptVersion } from "./prompt.ts";
import type { ModelRow } from "./store.ts";

/** What a model is told besides the item. */
export interface Told {
  readonly project: AskedProject;
  readonly type: AnnotationType;
  readonly guidelines: Guidelines;
}

/** One answer of a model, or why it is none. */
type Sample =
  | { readonly answer: object; readonly log_probability: number | null }
  | { readonly fault: string };

/**
 * Asks a model of kind `openai` for the answer to one item: once, with the probability of the answer's tokens as its score if
 * the server tells it, or several times, with the share of those that gave the same answer. An answer that is none is the fault of the item,
 * which a repeated request would only pay for again. All samples together have the model's time.
 */
export async function askOpenai(
  deps: Deps,
  model: ModelRow,
  told: Told,
  item: ItemContent,
): Promise<{ readonly kind: "answered"; readonly answered: Answered } | Fault> {
  const image = await imageOf(deps, item).catch(refused);
  if ("fault" in image) return failed(item, image.fault, null);
  const body = bodyOf(model, told, item, image.url);
  const began = performance.now();
  const samples: Sample[] = [];
  let usage: Usage = {};
  while (samples.length < (model.prompt?.samples ?? 1)) {
    const left_ms = Math.max(1, Math.ceil(model.timeout_ms - (performance.now() - began)));
    const completion = await chat(deps, model, body, left_ms);
    if ("kind" in completion) return { ...completion, usage };
    usage = { ...added(usage, completion), ms: Math.round(performance.now() - began) };
    samples.push(sampleOf(completion, told.type, item));
  }
  return chosen(samples, { model, item, usage });
}

function bodyOf(
  model: ModelRow,
  { project, type, guidelines }: Told,
  item: ItemContent,
  image?: string,
): object {
  const { prompt } = model;
  const schema = answerSchema(type, guidelines);
  const hasSamples = (prompt?.samples ?? 1) > 1;
  const body = {
    model: prompt?.model ?? model.name,
    messages: messagesOf({ project, guidelines, prompt, schema }, item, image),
    response_format: {
      type: "json_schema",
      json_schema: { name: "annotation", strict: canBeStrict(schema), schema },
    },
    ...(hasSamples ? {} : { temperature: 0, logprobs: true }),
    ...prompt?.parameters,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function sampleOf({ choices }: Completion, type: AnnotationType, item: ItemContent): Sample {
  const [choice] = choices;
  const { content = null, refusal = null } = choice?.message ?? {};
  if (refusal !== null && refusal !== "") return { fault: `the model refused: ${refusal}` };
  if (choice?.finish_reason === "content_filter")
    return { fault: "a filter of the model's server withheld the answer" };
  if (choice?.finish_reason === "length")
    return { fault: "the answer was cut off at the most tokens that the model may give" };
  if (content === null || content === "") return { fault: "the model gave no answer" };
  const answer = parsed(content);
  if (typeof answer === "string") return { fault: answer };
  const tokens = choice?.logprobs?.content ?? [];
  const log_probability = tokens.length === 0 ? null : tokens.reduce((sum, { logprob }) => sum + logprob, 0);
  if (type.quoted === null) return { answer, log_probability };
  const located = type.quoted.locate(Reflect.get(answer, "result"), item.text ?? "");
  return "fault" in located ? located : { answer: { ...answer, result: located.result }, log_probability };
}

/** The JSON object of an answer, or why it is none. */
function parsed(content: string): object | string {
  try {
    const value = parseJsonText(content);
    const isAnswer =
      typeof value === "object" && value !== null && !Array.isArray(value) && "result" in value;
    return isAnswer ? value : 'the answer of the model is not {"result": …}';
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    return fault.message.replace(/^the body/, "the answer of the model");
  }
}

interface Asked {
  readonly model: ModelRow;
  readonly item: ItemContent;
  readonly usage: Usage;
}

/** The answer that most samples gave, of several the first. */
function chosen(samples: readonly Sample[], { model, item, usage }: Asked) {
  const answers = samples.flatMap((sample) => ("answer" in sample ? [sample] : []));
  const groups = [...Map.groupBy(answers, ({ answer }) => JSON.stringify(sorted(answer))).values()];
  const [most] = groups.toSorted((one, other) => other.length - one.length);
  const first = most?.[0];
  if (first === undefined) {
    const [sample] = samples;
    return failed(
      item,
      sample !== undefined && "fault" in sample ? sample.fault : "the model gave no answer",
      usage,
    );
  }
  const line = readLine(PREDICTION_LINE, 1, {
    ...first.answer,
    score: scoreOf(samples.length, most?.length ?? 0, first.log_probability),
    ...{ item_id: item.id, model: model.name, version: model.version, usage },
    prompt_version: promptVersion(model.prompt),
  });
  if (typeof line === "string") return failed(item, line, usage);
  return { kind: "answered" as const, answered: { lines: [line], failed: [] } };
}

function scoreOf(samples: number, same: number, log_probability: number | null): number | null {
  if (samples > 1) return same / samples;
  return log_probability === null ? null : Math.min(1, Math.exp(log_probability));
}

function failed(item: ItemContent, reason: string, usage: Usage | null) {
  return {
    kind: "answered" as const,
    answered: { lines: [], failed: [{ item_id: item.id, reason, usage }] },
  };
}

function refused(fault: unknown): { readonly fault: string } {
  if (fault instanceof ServiceError && fault.code === "invalid_request") return { fault: fault.message };
  throw fault;
}

function added({ input_tokens = 0, output_tokens = 0 }: Usage, { usage }: Completion): Usage {
  if (usage === undefined || usage === null) return { input_tokens, output_tokens };
  return {
    input_tokens: input_tokens + usage.prompt_tokens,
    output_tokens: output_tokens + usage.completion_tokens,
  };
}

/** The same value with its keys in order, so that equal answers have equal JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
