import { keysOf, setKeys } from "./own-keys.ts";

/** `Ctrl` is Cmd on a Mac too. */
const MODIFIERS = ["Alt", "Ctrl", "Shift"] as const;
type Modifier = (typeof MODIFIERS)[number];

const PANS = ["space", "secondary"] as const;
const WHEELS = ["zoom", "scroll"] as const;

/** What a person can choose for the pointer. Each modifier has one use. */
export interface PointerChoices {
  /** What moves the image by a drag: Space, or the secondary button. */
  readonly pan: (typeof PANS)[number];
  /** What the wheel does without a modifier. */
  readonly wheel: (typeof WHEELS)[number];
  /** The modifier that selects and edits with a drawing tool, and takes away. */
  readonly edit: Modifier;
  /** The modifier with which points do not snap. */
  readonly free: Modifier;
  /** The modifier that adds to the selection, and draws straight. */
  readonly add: Modifier;
}

export type PointerUse = keyof PointerChoices;

const OF_MODIFIERS = ["edit", "free", "add"] as const;
const USUAL: PointerChoices = { pan: "space", wheel: "zoom", edit: "Alt", free: "Ctrl", add: "Shift" };

/** The person's own choices, else the usual ones; kept beside their keys, so that one reset takes both back. */
export function pointerChoices(): PointerChoices {
  const modifiers = {
    edit: chosen("edit", MODIFIERS),
    free: chosen("free", MODIFIERS),
    add: chosen("add", MODIFIERS),
  };
  const areApart = new Set(Object.values(modifiers)).size === OF_MODIFIERS.length; // else another version wrote them
  return {
    ...USUAL,
    pan: chosen("pan", PANS),
    wheel: chosen("wheel", WHEELS),
    ...(areApart ? modifiers : {}),
  };
}

/** What can be chosen for a use. */
export function optionsOf(use: PointerUse): readonly string[] {
  if (use === "pan") return PANS;
  return use === "wheel" ? WHEELS : MODIFIERS;
}

/** Keeps a choice. A modifier that has another use gives it the one that it replaces. */
export function choose(use: PointerUse, choice: string): void {
  const before = pointerChoices();
  const other = OF_MODIFIERS.find((each) => each !== use && before[each] === choice);
  if (other !== undefined) setKeys(idOf(other), [before[use]]);
  setKeys(idOf(use), [choice]);
}

/** Which uses have their modifier held. */
export function heldUses(event: Pick<MouseEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">) {
  const held = { Alt: event.altKey, Ctrl: event.ctrlKey || event.metaKey, Shift: event.shiftKey };
  const { edit, free, add } = pointerChoices();
  return { edit: held[edit], free: held[free], add: held[add] };
}

function chosen<Use extends PointerUse>(
  use: Use,
  options: readonly PointerChoices[Use][],
): PointerChoices[Use] {
  const [kept] = keysOf({ id: idOf(use), keys: [] });
  return options.find((option) => option === kept) ?? USUAL[use];
}

function idOf(use: PointerUse): string {
  return `pointer.${use}`;
}
