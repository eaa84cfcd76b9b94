import type { FieldDefinition } from "../field-definition.ts";
import type { LabelInput } from "../labels.ts";
import type { ForeignProject } from "./importer.ts";
import { hexColor } from "./project-texts.ts";
import { childOf, type Element } from "./xml.ts";

/** What `<meta>` says of a project, a task or a job. */
export interface CvatMeta {
  readonly project: ForeignProject;
  /** The person to whom a task is assigned, by its id; the empty id is that of the whole export. */
  readonly assignees: ReadonlyMap<string, string>;
}

const KINDS = ["project", "task", "job"];
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads `<meta>` of an export. Source: docs.cvat.ai/docs/manual/advanced/xml_format. */
export function readMeta(root: Element): CvatMeta {
  const meta = childOf(root, "meta");
  const own = meta?.children.find(({ name }) => KINDS.includes(name));
  const lost = new Set<string>();
  const tasks = own === undefined ? [] : within(own).filter(({ name }) => KINDS.includes(name));
  const assignees = new Map<string, string>();
  for (const task of tasks) {
    const person = assigneeOf(task);
    if (person !== "") assignees.set(task === own ? "" : textIn(task, "id"), person);
    noteLost(task, lost);
  }
  const labels = (own === undefined ? undefined : childOf(own, "labels"))?.children ?? [];
  return {
    project: {
      name: own === undefined ? null : textIn(own, "name") || null,
      instructions: null,
      labels: labels
        .filter((label) => childOf(label, "parent") === undefined)
        .flatMap((label) => labelOf(label, lost)),
      lost: [...lost],
    },
    assignees,
  };
}

function assigneeOf(task: Element): string {
  const assignee = childOf(task, "assignee");
  return assignee === undefined ? "" : (childOf(assignee, "username")?.text ?? assignee.text);
}

function noteLost(task: Element, lost: Set<string>): void {
  if (textIn(task, "bugtracker") !== "") lost.add("<bugtracker>");
  if ((childOf(task, "segments")?.children.length ?? 0) > 1) lost.add("<segments>: the division into jobs");
}

function within(element: Element): Element[] {
  return [element, ...element.children.flatMap(within)];
}

function textIn(element: Element, name: string): string {
  return childOf(element, name)?.text ?? "";
}

function labelOf(label: Element, lost: Set<string>): LabelInput[] {
  const name = textIn(label, "name");
  if (name === "") return [];
  const color = hexColor(textIn(label, "color"));
  const attributes = (childOf(label, "attributes")?.children ?? []).flatMap((attribute) =>
    fieldOf(attribute, name, lost),
  );
  return [{ name, ...(color === null ? {} : { color }), ...(attributes.length > 0 ? { attributes } : {}) }];
}

/** An attribute as a question about each object with the label; its values are in a list of lines. */
function fieldOf(attribute: Element, label: string, lost: Set<string>): FieldDefinition[] {
  const name = textIn(attribute, "name");
  const values = [
    ...new Set(
      textIn(attribute, "values")
        .split("\n")
        .map((value) => value.trim()),
    ),
  ].filter((value) => value !== "" && value.length <= 200);
  if (!NAME.test(name)) {
    lost.add(
      `the definition of the attribute ${name} of ${label}: its name has other characters than letters, digits, _ and -`,
    );
    return [];
  }
  if (textIn(attribute, "mutable").toLowerCase() === "true") lost.add("mutable attributes");
  if (textIn(attribute, "default_value") !== "") lost.add("defaults of attributes");
  switch (textIn(attribute, "input_type")) {
    case "checkbox":
      return [{ name, type: "choice", per: "object", options: ["true", "false"] }];
    case "select":
    case "radio":
      return values.length > 0
        ? [{ name, type: "choice", per: "object", options: values.slice(0, 1_000) }]
        : [];
    case "number":
      return [{ name, type: "number", per: "object", ...rangeOf(values) }];
    default:
      return [{ name, type: "text", per: "object" }];
  }
}

/** The least, the greatest number, and the step between two, which has no place here. */
function rangeOf(values: readonly string[]): { readonly min?: number; readonly max?: number } {
  const [min = Number.NaN, max = Number.NaN] = values.flatMap((value) => value.split(";")).map(Number);
  return min <= max ? { min, max } : {};
}
