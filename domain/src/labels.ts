import Type, { type Static } from "typebox";
import { attributesOf } from "./attributes.ts";
import type { Fault } from "./errors.ts";
import { checkFieldDefinitions, FieldDefinition } from "./field-definition.ts";
import { Relation, RelationInput, relationFaults } from "./relation-types.ts";
import { normalizedKey, reservedFor } from "./reserved-keys.ts";

/** The label in a result: 1 to 200 characters, compared exactly. */
export const LabelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    "The name of a label: one of the project's labels that is not retired, or any name if the project has no labels.",
});

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The name of the label in results; unique.",
});

const LabelId = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  description: "Never changes, even when the label is renamed. Default: `label_<n>`.",
});

/** One label in a request; every field except `name` is optional. */
export const LabelInput = Type.Object(
  {
    id: Type.Optional(LabelId),
    name: Name,
    color: Type.Optional(
      Type.Union([Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }), Type.Null()], {
        description: "As `#rrggbb`; null: the workbench chooses.",
      }),
    ),
    hotkey: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 20 }), Type.Null()], {
        description:
          "The key that picks the label, unless another label or the editor of the annotation type uses it; null: the workbench chooses.",
      }),
    ),
    parent: Type.Optional(
      Type.Union([Name, Type.Null()], {
        description: "The id or name of the parent label; responses show the id.",
      }),
    ),
    relation: Type.Optional(RelationInput),
    attributes: Type.Optional(
      Type.Array(FieldDefinition, {
        maxItems: 50,
        description: "Questions about each object with this label.",
      }),
    ),
    retired: Type.Optional(
      Type.Boolean({ description: "True: existing answers keep the label, new answers cannot use it." }),
    ),
  },
  { additionalProperties: false, description: "A label that annotators can give." },
);
export type LabelInput = Static<typeof LabelInput>;

/** One label as a project stores and returns it: complete, `parent` an id. */
export const Label = Type.Object({
  id: LabelId,
  name: Name,
  color: Type.Union([Type.String(), Type.Null()]),
  hotkey: Type.Union([Type.String(), Type.Null()]),
  parent: Type.Union([LabelId, Type.Null()], { description: "The id of the parent label." }),
  attributes: Type.Array(FieldDefinition),
  retired: Type.Boolean(),
  relation: Type.Optional(Relation),
});
export type Label = Static<typeof Label>;

/**
 * The labels of a project that had `before` after a request sent a new list.
 *
 * A label sent with an id has that id. A label without id is the label of `before` with the same name, unless
 * another label in the list claims its id. Any other gets a new id `label_<n>` that is neither in `before`
 * nor in the list nor in `usedIds`, the ids of earlier versions. Labels of `before` that the list omits come
 * last and are retired, because answers may use them. Expects a list without `checkLabels` faults.
 */
export function assignLabelIds(
  before: readonly Label[],
  sent: readonly LabelInput[],
  usedIds: readonly string[] = [],
): Label[] {
  const labels = identify(before, sent, usedIds);
  const ids = new Set(labels.map(({ id }) => id));
  const leftOut = before.filter(({ id }) => !ids.has(id));
  return [...labels, ...leftOut.map((label) => ({ ...label, retired: true }))];
}

/**
 * The faults of the labels `sent` to a project of the type that has `before`, with paths such as `2.name`. Without
 * faults the labels can get their ids.
 */
export function checkLabels(
  before: readonly Label[],
  sent: readonly LabelInput[],
  annotation_type: string,
): Fault[] {
  const labels = identify(before, sent, []);
  return [
    ...labels.flatMap(({ name }, index) =>
      isPlain(name) ? [] : [{ path: `${index}.name`, message: "must not contain control characters" }],
    ),
    ...attributeFaults(before, labels),
    ...duplicates(labels, "id"),
    ...duplicates(labels, "name"),
    ...namesOfOthers(before, labels),
    ...parentFaults(labels),
    ...relationFaults(labels, annotation_type),
    ...hotkeyFaults(before, labels, annotation_type),
    ...sharedHotkeys(before, labels),
  ];
}

/** For each label renamed between two versions of a project's labels: its old name and its new one. */
export function renames(older: readonly Label[], newer: readonly Label[]): Map<string, string> {
  const newNames = new Map(newer.map(({ id, name }) => [id, name]));
  return new Map(
    older.flatMap(({ id, name }) => {
      const newName = newNames.get(id);
      return newName === undefined || newName === name ? [] : [[name, newName] as const];
    }),
  );
}

/** Whether every format can represent a label: one line of well-formed Unicode. */
export function isPlain(name: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(name);
}

function identify(
  before: readonly Label[],
  sent: readonly LabelInput[],
  usedIds: readonly string[],
): Label[] {
  const claimed = new Set(sent.flatMap(({ id }) => id ?? []));
  const idOfName = new Map(before.filter(({ id }) => !claimed.has(id)).map(({ id, name }) => [name, id]));
  const taken = new Set([...usedIds, ...before.map(({ id }) => id), ...claimed]);
  let count = 0;
  const newId = () => {
    do count += 1;
    while (taken.has(`label_${count}`));
    return `label_${count}`;
  };

  const labels = sent.map((label) => ({
    ...BLANK,
    ...label,
    id: label.id ?? idOfName.get(label.name) ?? newId(),
  }));
  const ids = new Set(labels.map(({ id }) => id));
  const idByName = new Map(labels.map(({ id, name }) => [name, id]));
  const resolve = (parent: string) => (ids.has(parent) ? parent : (idByName.get(parent) ?? parent));
  return labels.map(({ relation, ...label }) => ({
    ...label,
    parent: label.parent && resolve(label.parent),
    ...(relation !== undefined && {
      relation: {
        source: (relation.source ?? []).map(resolve),
        target: (relation.target ?? []).map(resolve),
      },
    }),
  }));
}

const BLANK = { color: null, hotkey: null, parent: null, attributes: [], retired: false };

function duplicates(labels: readonly Label[], field: "id" | "name"): Fault[] {
  const first = new Map(labels.map((label, index) => [label[field], index] as const).reverse());
  return labels.flatMap((label, index) =>
    first.get(label[field]) === index
      ? []
      : [
          {
            path: `${index}.${field}`,
            message: `"${label[field]}" is already the ${field} of label ${first.get(label[field])}`,
          },
        ],
  );
}

/** Attributes that cannot be answered. A label of `before` may keep its faults: earlier versions did not check attributes. */
function attributeFaults(before: readonly Label[], labels: readonly Label[]): Fault[] {
  const old = new Map(before.map((label) => [label.id, label]));
  return labels.flatMap((label, index) => {
    const before = old.get(label.id);
    const kept = new Set(before && faultsOfAttributes(before).map((fault) => JSON.stringify(fault)));
    return faultsOfAttributes(label)
      .filter((fault) => !kept.has(JSON.stringify(fault)))
      .map(({ path, message }) => ({ path: `${index}.attributes.${path}`, message }));
  });
}

function faultsOfAttributes(label: Label): Fault[] {
  const highlights = label.attributes.flatMap(({ type }, place) =>
    type === "highlight"
      ? [{ path: `${place}.type`, message: "must not be highlight, which is asked per response" }]
      : [],
  );
  return highlights.length > 0 ? highlights : checkFieldDefinitions(attributesOf(label));
}

/** An omitted label is kept, so its name is not available to a label with another id. */
function namesOfOthers(before: readonly Label[], labels: readonly Label[]): Fault[] {
  const ids = new Set(labels.map(({ id }) => id));
  const kept = new Map(before.filter(({ id }) => !ids.has(id)).map(({ id, name }) => [name, id]));
  return labels.flatMap(({ name }, index) => {
    const id = kept.get(name);
    return id === undefined
      ? []
      : [
          {
            path: `${index}.name`,
            message: `"${name}" is the name of the label with the id "${id}"; send that id`,
          },
        ];
  });
}

/** Keys that the editor of the type uses. A label of `before` keeps its key: editors then show it with another one. */
function hotkeyFaults(before: readonly Label[], labels: readonly Label[], annotation_type: string): Fault[] {
  const kept = new Map(before.map(({ id, hotkey }) => [id, hotkey]));
  return labels.flatMap(({ id, hotkey }, index) => {
    const use = hotkey === null || kept.get(id) === hotkey ? undefined : reservedFor(annotation_type, hotkey);
    return use === undefined
      ? []
      : [
          {
            path: `${index}.hotkey`,
            message: `must be a key that the editor does not use; "${hotkey}" ${use}`,
          },
        ];
  });
}

/**
 * Hotkeys that another label has too; retired labels do not count. Labels of `before` keep theirs: editors then pick
 * the first of them with it.
 */
function sharedHotkeys(before: readonly Label[], labels: readonly Label[]): Fault[] {
  const kept = new Map(before.filter(({ retired }) => !retired).map(({ id, hotkey }) => [id, hotkey]));
  const isKept = ({ id, hotkey }: Label) => kept.get(id) === hotkey;
  const inUse = labels.filter(({ retired }) => !retired);
  const byKey = Map.groupBy([...inUse.filter(isKept), ...inUse], ({ hotkey }) =>
    hotkey === null ? null : normalizedKey(hotkey),
  );
  return labels.flatMap((label, index) => {
    const { hotkey } = label;
    const [first] = hotkey === null ? [] : (byKey.get(normalizedKey(hotkey)) ?? []);
    return first === undefined || first === label || label.retired || isKept(label)
      ? []
      : [
          {
            path: `${index}.hotkey`,
            message: `must be another key; "${first.name}" already has "${hotkey}"`,
          },
        ];
  });
}

/** Parents that are not in the list, and one label of each circle of parents. */
function parentFaults(labels: readonly Label[]): Fault[] {
  const places = new Map(labels.map(({ id }, index) => [id, index]));
  const walkOf = new Map<number, number>();
  return labels.flatMap(({ parent }, walk) => {
    const path = `${walk}.parent`;
    if (parent !== null && !places.has(parent))
      return [{ path, message: `"${parent}" is neither an id nor a name in the list` }];
    let place: number | undefined = walk;
    while (place !== undefined && !walkOf.has(place)) {
      walkOf.set(place, walk);
      place = places.get(labels[place]?.parent ?? "");
    }
    const isCircle = place !== undefined && walkOf.get(place) === walk;
    return isCircle ? [{ path, message: "leads back to the label itself" }] : [];
  });
}
