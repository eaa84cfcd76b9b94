import { componentsOf, type Document, type Operation, type Schema } from "./document.ts";
import { inlineName } from "./operations.ts";
import {
  docstring,
  type Field,
  identifier,
  type PythonClass,
  PythonTypes,
  pascal,
  quoted,
} from "./python-types.ts";

const IMPORTS = `from __future__ import annotations

import builtins
from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import Field

from assay._model import Model
`;

/** `models.py`: a class for everything that the service sends. */
export function modelsOf(document: Document): string {
  const types = new PythonTypes({ isSent: false });
  const responses = operationsOf(document).map(({ responses }) => responses);
  for (const name of [...componentsOf(document, responses)].sort()) {
    const schema = document.components.schemas[name];
    if (schema !== undefined) types.add(schema, name);
  }
  for (const operation of operationsOf(document))
    for (const schema of inlineModels(operation)) {
      types.add(schema, inlineName(operation.operationId));
    }
  return `${IMPORTS}\n\n${types.classes.map(model).join("\n\n")}\n\n${eventsOf(document)}`;
}

/** The union of all events, one that is newer than the client included. */
function eventsOf({ components }: Document): string {
  const events = Object.entries(components.schemas).filter(([name]) => name.endsWith("Event"));
  const types = events.map(
    ([name, { properties }]) => `    ${quoted(String(properties?.type?.enum?.[0]))}: ${name},\n`,
  );
  return `class UnknownEvent(Model):
    """An event of a type that is newer than this client."""

    id: str

    type: str

    created_at: datetime

    data: dict[str, Any]


Event: TypeAlias = ${[...events.map(([name]) => name), "UnknownEvent"].join(" | ")}

EVENTS: dict[str, type[Event]] = {
${types.join("")}}


def read_event(body: Any) -> Event:
    """The event of parsed JSON."""
    return EVENTS.get(body["type"], UnknownEvent).model_validate(body)
`;
}

/** The objects that a response describes in place. */
function inlineModels({ responses }: Operation): Schema[] {
  return Object.values(responses).flatMap(({ content = {} }) => {
    const schema = content["application/json"]?.schema;
    const described = schema?.properties?.data?.items ?? schema;
    return described?.properties === undefined ? [] : [described];
  });
}

function model({ name, description, fields }: PythonClass): string {
  const head = `class ${name}(Model):\n${docstring(description ?? `See ${name} in openapi.json.`, "    ")}`;
  return head + fields.map((field) => `\n${modelField(field)}`).join("");
}

function modelField({ key, type, isRequired, description }: Field): string {
  const name = identifier(key);
  const settings = [
    ...(isRequired ? [] : ["default=None"]),
    ...(name === key ? [] : [`alias=${quoted(key)}`]),
  ];
  const value = settings.length > 0 ? ` = Field(${settings.join(", ")})` : "";
  const line = `    ${name}: ${isRequired || type === "Any" ? type : `${type} | None`}${value}\n`;
  return description === undefined ? line : line + docstring(description, "    ");
}

/** `params.py`: typed dictionaries for the objects in request bodies. */
export function paramsOf(document: Document): string {
  const types = new PythonTypes({ isSent: true });
  const bodies = operationsOf(document).map(({ requestBody }) => requestBody);
  for (const name of [...componentsOf(document, bodies)].sort()) {
    const schema = document.components.schemas[name];
    if (schema !== undefined) types.add(schema, name);
  }
  const imports = `from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict
`;
  return `${imports}\n\n${types.classes.map(typedDict).join("\n\n")}`;
}

function typedDict({ name, description, fields }: PythonClass): string {
  const typeOf = ({ type, isRequired }: Field) => (isRequired ? type : `NotRequired[${type}]`);
  if (fields.some(({ key }) => key !== identifier(key))) {
    const entries = fields.map(
      (field) => `        ${quoted(field.key)}: ${quoted(typeOf(field).replaceAll('"', "'"))},\n`,
    );
    return `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${entries.join("")}    },\n)\n`;
  }
  const head = `class ${name}(TypedDict):\n${docstring(description ?? `See ${name} in openapi.json.`, "    ")}`;
  const line = (field: Field) =>
    `\n    ${field.key}: ${typeOf(field)}\n` +
    (field.description === undefined ? "" : docstring(field.description, "    "));
  return head + fields.map(line).join("");
}

/** `errors.py`: a class for each error code. */
export function errorsOf({ "x-error-codes": codes }: Document): string {
  const named = codes.map((code) => ({ code, name: `${pascal(code.replace(/_error$/, ""))}Error` }));
  const imported = ["ApiError", "AssayError", "ConnectionFailedError", "Fault"];
  const all = [...imported, ...named.map(({ name }) => name)].sort();
  return `from assay._api_error import ${imported.join(", ")}

__all__ = [
    "BY_CODE",
${all.map((name) => `    ${quoted(name)},\n`).join("")}]


${named.map(({ code, name }) => `class ${name}(ApiError):\n    """The service answered \`${code}\`."""\n`).join("\n\n")}

BY_CODE: dict[str, type[ApiError]] = {
${named.map(({ code, name }) => `    ${quoted(code)}: ${name},\n`).join("")}}
"""The class of each error code. ApiError itself stands for a code that is newer than this client."""
`;
}

function operationsOf({ paths }: Document) {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}
