import type { Document, Parameter, Schema } from "./document.ts";
import { type Method, methodsOf } from "./operations.ts";
import { docstring, identifier, PythonTypes, pascal, quoted } from "./python-types.ts";

/** Whether the text is for the client that waits, or for the one with `await`. */
interface Form {
  readonly isAsync: boolean;
}

/** `_resources.py` and `_async_resources.py`: a class for each resource, with a method for each operation. */
export function resourcesOf(document: Document, form: Form): string {
  const byResource = Map.groupBy(methodsOf(document), ({ resource }) => resource);
  const classes = [...byResource].map(([resource, methods]) => resourceClass(resource, methods, form));
  return `${header(form)}\n\n${classes.join("\n\n")}\n\n${allResources([...byResource.keys()], form)}`;
}

function header({ isAsync }: Form): string {
  const [caller, pager] = isAsync ? ["AsyncCaller", "AsyncPager"] : ["Caller", "Pager"];
  return `from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from assay import models, params
from assay._operation import OMITTED, Omitted, Operation, either, list_of, nothing, route, text
from assay._pages import ${pager}
from assay.${isAsync ? "_async_caller" : "_caller"} import ${caller}
`;
}

const className = (resource: string, { isAsync }: Form) => `${isAsync ? "Async" : ""}${pascal(resource)}`;

function resourceClass(resource: string, methods: readonly Method[], form: Form): string {
  const caller = form.isAsync ? "AsyncCaller" : "Caller";
  return `class ${className(resource, form)}:
    """The operations of \`${resource}\`."""

    def __init__(self, caller: ${caller}) -> None:
        self._caller = caller

${methods.map((method) => methodText(method, form)).join("\n")}`;
}

function allResources(resources: readonly string[], form: Form): string {
  const [name, caller] = form.isAsync ? ["AsyncResources", "AsyncCaller"] : ["Resources", "Caller"];
  const lines = resources.map(
    (resource) => `        self.${resource} = ${className(resource, form)}(caller)\n`,
  );
  return `class ${name}:
    """All resources of the API."""

    def __init__(self, caller: ${caller}) -> None:
${lines.join("")}`;
}

interface Argument {
  readonly name: string;
  /** The name in JSON or the query. */
  readonly key: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

function methodText(method: Method, form: Form): string {
  const { verb, pathArguments, operation, body, result } = method;
  const query = queryArguments(operation.parameters ?? []);
  const fields = body === undefined ? [] : bodyArguments(body);
  const isPost = method.method === "POST";
  const options = [
    ...(isPost ? ["idempotency_key: str | None = None"] : []),
    ...(result.kind === "pages" ? [] : ["timeout: float | None = None"]),
  ];
  const keywords = [...required([...fields, ...query]), ...options];
  const parameters = ["self", ...pathArguments.map((name) => `${name}: str`)];
  if (keywords.length > 0) parameters.push("*", ...keywords);
  const isCoroutine = form.isAsync && result.kind !== "pages";
  return `    ${isCoroutine ? "async " : ""}def ${verb}(
${parameters.map((parameter) => `        ${parameter},\n`).join("")}    ) -> ${returned(method, form)}:
${docstring(documentation(method, [...fields, ...query]), "        ")}        operation = Operation(
            ${quoted(method.method)},
            route(${[quoted(method.path.replace(/\{\w+\}/g, "{}")), ...pathArguments].join(", ")}),
${query.length > 0 ? `            query=${dictionary(query)},\n` : ""}${body ? `            body=${dictionary(fields)},\n` : ""}${isPost ? "            idempotency_key=idempotency_key,\n" : ""}${result.kind === "pages" ? "" : "            timeout=timeout,\n"}        )
        return ${isCoroutine ? "await " : ""}${call(method)}
`;
}

/** Those that must be given come first. */
function required(all: readonly Argument[]): string[] {
  const text = ({ name, type, isRequired }: Argument) =>
    isRequired ? `${name}: ${type}` : `${name}: ${orOmitted(type)} = OMITTED`;
  return [...all.filter((one) => one.isRequired), ...all.filter((one) => !one.isRequired)].map(text);
}

/** None stays last. */
function orOmitted(type: string): string {
  return type === "Any" ? type : `${type} | Omitted`.replace(/ \| None \| Omitted$/, " | Omitted | None");
}

function queryArguments(parameters: readonly Parameter[]): Argument[] {
  const types = new PythonTypes({ isSent: true });
  return parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema, required: isRequired = false, description }) => {
      return { name: identifier(name), key: name, type: types.of(schema, name), isRequired, description };
    });
}

function bodyArguments(body: Schema & { readonly title?: string }): Argument[] {
  const types = new PythonTypes({ isSent: true, prefix: "params." });
  const isRequired = new Set(body.required);
  return Object.entries(body.properties ?? {}).map(([key, schema]) => ({
    name: identifier(key),
    key,
    type: types.of(schema, (body.title ?? "") + pascal(key)),
    isRequired: isRequired.has(key),
    description: schema.description,
  }));
}

function dictionary(all: readonly Argument[]): string {
  const entries = all.map(({ key, name }) => `                ${quoted(key)}: ${name},\n`);
  return `{\n${entries.join("")}            }`;
}

function documentation({ operation }: Method, all: readonly Argument[]): string {
  const described = all.flatMap(({ name, description }) => (description ? [`${name}: ${description}`] : []));
  const parts = [operation.summary ?? operation.operationId, operation.description, described.join("\n")];
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}

function returned({ result }: Method, { isAsync }: Form): string {
  switch (result.kind) {
    case "pages":
      return `${isAsync ? "AsyncPager" : "Pager"}[${result.type}]`;
    case "list":
      return `builtins.list[${result.type}]`;
    case "one":
      return result.types.join(" | ");
    case "text":
      return "str";
    case "nothing":
      return "None";
  }
}

function call({ result }: Method): string {
  switch (result.kind) {
    case "pages":
      return `self._caller.pages(operation, ${reader(result.type)})`;
    case "list":
      return `self._caller.call(operation, list_of(${reader(result.type)}))`;
    case "one":
      return `self._caller.call(operation, ${reader(result.types.join(" | "))})`;
    case "text":
    case "nothing":
      return `self._caller.call(operation, ${result.kind})`;
  }
}

/** A function that makes the model, or one of several, of parsed JSON. */
function reader(type: string): string {
  if (type === "models.Event") return "models.read_event";
  const types = type.split(" | ");
  return types.length === 1 ? `${type}.model_validate` : `either(${types.join(", ")})`;
}
