import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { limits } from "@assay/domain/field-limits.ts";
import { checkFields } from "@assay/domain/fields.ts";
import { type KeyboardEvent, type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import { strings } from "#strings/editors/fields.ts";
import { type Action, isPressed } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf, keysOf } from "../../actions/own-keys.ts";
import { isOfField } from "../../actions/typing.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import type { Entries } from "../../drafts/document.ts";
import type { EditorProps, Item } from "../editor.ts";
import { change, useEntries } from "../entries.ts";
import { rolesOf } from "../media/conversation.ts";
import { Steps } from "../media/Steps.tsx";
import { SelectedObjectContext } from "../selected-object.ts";
import { type FieldTargets, fieldKey, shownAnswers, targetsOfField } from "./answers.ts";
import { FieldInput } from "./FieldInput.tsx";
import styles from "./Fields.module.css";
import { focusNextAnswer, hasItemDigits, useIsAtLastAnswer } from "./item-digits.ts";
import { GO_KEY } from "./quick-answers.ts";

/**
 * A conversation whose messages carry answers: keys go from step to step, and digits answer the first question of the current one unless
 * what asks about the item has the focus.
 */
export function LabeledSteps({ item, project, document, isReadOnly }: EditorProps) {
  const entries = useEntries(document);
  const fields = project.fields.filter(({ per }) => per === "message");
  const { places, given, roles } = useAnswers(fields, entries, item);
  const frame = useRef<HTMLDivElement>(null);
  const { current, isMoved, go } = useCurrent(places, frame);
  const shown = fields.filter(({ name }) => given.get(name)?.has(`${current}`));
  const isDone = (place: number) => isAnswered(fields, given, place);
  const done = places.filter(isDone).length;
  const next = places.find((place) => place > current);
  const previous = places.findLast((place) => place < current);
  const open = (place: number) => place !== current && !isDone(place);
  const nextOpen = places.find((place) => place > current && open(place)) ?? places.find(open);
  const isInside = () => frame.current?.contains(window.document.activeElement) === true;
  const goItem = () => focusNextAnswer() || go(current);
  /** Somebody who comes from outside has not been at the current step yet. */
  const goOpen = () => go(isInside() || isDone(current) ? nextOpen : current);
  const answer = ({ name }: FieldDefinition, value: unknown) =>
    change(document, strings.answerOf(name, strings.step(current + 1)), [
      [fieldKey(name, `${current}`), value],
    ]);
  const choices = isReadOnly ? [] : choicesOf(shown[0]);
  const choose = (value: string | number) => {
    if (shown[0] === undefined) return;
    answer(shown[0], value);
    if (fields.length === 1) go(next);
  };
  const actions = stepActions({
    ...{ choices, choose, isInside },
    next: () => go(next),
    previous: () => go(previous),
    nextOpen: goOpen,
    goItem,
  });
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a step inside has the focus
    <div
      ref={frame}
      className={styles.labeled}
      data-step-digits={choices.length > 0 || undefined}
      onKeyDown={(event) => actOn(event, actions)}
    >
      {isDrawn && <Keys actions={actions} />}
      <Progress
        {...{ isReadOnly, current, previous, next, nextOpen, go }}
        said={strings.labeled(done, places.length)}
        goItem={goItem}
      />
      <Steps
        {...{ item, current, isMoved }}
        onSelect={(place) => place !== current && places.includes(place) && go(place)}
        markOf={(place) => <Marks {...{ fields, given, place }} />}
      >
        {shown.map((field) => {
          const key = fieldKey(field.name, `${current}`);
          return (
            <FieldInput
              key={key}
              question={key}
              {...{ field, isReadOnly }}
              value={entries.get(key)}
              fault={faultOf(field, entries.get(key), roles[current] ?? "")}
              onChange={(value) => answer(field, value)}
            />
          );
        })}
      </Steps>
    </div>
  );
}

/** The keys of the steps. Rendered after the item's labels beside the conversation, they come before the same keys of those. */
function Keys({ actions }: { readonly actions: readonly Action[] }) {
  useActions(actions);
  return null;
}

/** The step that is labeled: another one when somebody goes to it, or when a question about it is asked for. */
function useCurrent(places: readonly number[], frame: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState(places[0] ?? 0);
  const [isMoved, setMoved] = useState(false);
  const selected = use(SelectedObjectContext);
  useEffect(
    () =>
      selected.onShow((target) => {
        if (!places.includes(Number(target))) return;
        setMoved(false); // the question gets the focus, not the step
        setCurrent(Number(target));
      }),
    [selected, places],
  );
  const go = (place: number | undefined) => {
    if (place === undefined) return;
    setMoved(true);
    setCurrent(place);
    // the current step gets the focus back from elsewhere; another one takes it when it is drawn
    if (place === current) frame.current?.querySelector<HTMLElement>("[aria-current=step]")?.focus();
  };
  return { current, isMoved, go };
}

interface ProgressProps extends Pick<EditorProps, "isReadOnly"> {
  readonly said: string;
  readonly current: number;
  readonly previous: number | undefined;
  readonly next: number | undefined;
  readonly nextOpen: number | undefined;
  readonly go: (place: number | undefined) => void;
  readonly goItem: () => void;
}

/** How many steps are answered, and the ways to others and to what is asked of the item. */
function Progress({ said, current, previous, next, nextOpen, go, goItem, isReadOnly }: ProgressProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isAtLast = useIsAtLastAnswer(bar);
  return (
    <div ref={bar} className={styles.progress} data-readonly={isReadOnly || undefined}>
      <span role="status">{said}</span>
      <Button
        aria-label={strings.previousStep}
        onPress={() => go(previous)}
        isDisabled={previous === undefined}
      >
        {strings.up}
      </Button>
      <Button aria-label={strings.nextStep} onPress={() => go(next)} isDisabled={next === undefined}>
        {strings.down}
      </Button>
      {!isReadOnly && (
        <>
          <Button look="quiet" onPress={() => go(nextOpen)} isDisabled={nextOpen === undefined}>
            {strings.nextUnanswered} <kbd>{keyName(keyOf("steps.next-open", "N"))}</kbd>
          </Button>
          <span className={styles.byKeys}>
            <Button look="quiet" onPress={isAtLast ? () => go(current) : goItem}>
              {isAtLast ? strings.goSteps : strings.goItem}{" "}
              <kbd>{keyName(keyOf("questions.go", GO_KEY))}</kbd>
            </Button>
          </span>
        </>
      )}
    </div>
  );
}

type Given = ReturnType<typeof shownAnswers>;

/** The steps that are asked about, and the answers to the questions that are shown. */
function useAnswers(fields: readonly FieldDefinition[], entries: Entries<unknown>, item: Item) {
  const roles = useMemo(() => rolesOf(item), [item]);
  const targets = useMemo(() => targetsOf(roles), [roles]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a project are those of its version
  const places = useMemo(() => {
    const ids = new Set(
      fields.flatMap((field) => targetsOfField(field, targets).map(({ id }) => Number(id))),
    );
    return [...ids].sort((one, other) => one - other);
  }, [targets]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const given = useMemo(() => shownAnswers(fields, entries, targets), [entries, targets]);
  return { places, given, roles };
}

/** The error message of an answer about a message. Only this one is checked: all 10,000 would take too long for each key. */
function faultOf({ when: _, ...field }: FieldDefinition, value: unknown, role: string): string | undefined {
  if (value === undefined) return undefined;
  const asked = { objects: 0, responses: [], messages: [role] };
  return checkFields([field], { [field.name]: { 0: value } }, asked)[0]?.message;
}

function targetsOf(roles: readonly string[]): FieldTargets {
  const messages = roles.map((role, place) => ({ id: `${place}`, name: "", role }));
  return { objects: [], responses: [], messages };
}

/** Whether a step has an answer, and all that it must have. */
function isAnswered(fields: readonly FieldDefinition[], given: Given, place: number): boolean {
  let isGiven = false;
  for (const { name, required = false } of fields) {
    const answers = given.get(name);
    const answer = answers?.get(`${place}`);
    if (answer === undefined && required && answers?.has(`${place}`)) return false;
    isGiven ||= answer !== undefined;
  }
  return isGiven;
}

/** What digits answer, the first for 1: the options of a choice, or the values of a rating. */
function choicesOf(field: FieldDefinition | undefined): readonly (string | number)[] {
  if (field?.type === "choice") return (field.options ?? []).slice(0, 9);
  if (field?.type !== "rating") return [];
  const { min, max } = limits(field);
  return min === 1 && max <= 9 ? Array.from({ length: max }, (_, step) => step + 1) : [];
}

interface MarksProps {
  readonly fields: readonly FieldDefinition[];
  readonly given: Given;
  readonly place: number;
}

/** The answers of a step, but for texts that say why. */
function Marks({ fields, given, place }: MarksProps) {
  return fields.map(({ name, type }) => {
    const answer = given.get(name)?.get(`${place}`);
    if (answer === undefined || type === "text") return null;
    return (
      <span key={name} className={styles.mark} title={name}>
        {Array.isArray(answer) ? answer.join(", ") : `${answer}`}
      </span>
    );
  });
}

interface Deeds {
  readonly choices: readonly (string | number)[];
  readonly choose: (value: string | number) => void;
  /** Whether the conversation has the focus: elsewhere arrows belong to others. */
  readonly isInside: () => boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextOpen: () => void;
  readonly goItem: () => void;
}

function stepActions(deeds: Deeds): readonly Action[] {
  const { choices, choose, isInside, next, previous, nextOpen, goItem } = deeds;
  // in a long text that has the focus, arrows scroll
  const isOnStep = () => isInside() && window.document.activeElement?.closest("pre") === null;
  return [
    { id: "steps.next", title: strings.nextStep, keys: ["J"], run: next },
    { id: "steps.previous", title: strings.previousStep, keys: ["K"], run: previous },
    { id: "steps.next-open", title: strings.nextOpenStep, keys: ["N"], run: nextOpen },
    { id: "steps.down", title: strings.nextStep, keys: ["ArrowDown"], isEnabled: isOnStep, run: next },
    { id: "steps.up", title: strings.previousStep, keys: ["ArrowUp"], isEnabled: isOnStep, run: previous },
    { id: "questions.go", title: strings.go, keys: [GO_KEY], run: goItem },
    ...choices.map((choice, place) => ({
      id: `steps.answer-${place + 1}`,
      title: strings.answerStep(`${choice}`),
      keys: [`Digit${place + 1}`],
      isEnabled: () => !hasItemDigits(),
      run: () => choose(choice),
    })),
  ];
}

/** Keys in the conversation are those of its steps before they are those of labels of the item. */
function actOn(event: KeyboardEvent<HTMLElement>, actions: readonly Action[]): void {
  const { target, nativeEvent } = event;
  if (!(target instanceof HTMLElement) || nativeEvent.isComposing) return;
  const field = target.closest("input, textarea, select, [contenteditable=true]");
  const isChoice = field?.matches("[type=checkbox], [type=radio], [type=range]") ?? false;
  if (field !== null && isOfField(nativeEvent, { isChoice, isInForm: false })) return;
  const action = actions.find(
    (each) => each.isEnabled?.() !== false && keysOf(each).some((key) => isPressed(key, nativeEvent)),
  );
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  action.run();
}
