import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/annotation-settings.ts";
import type { Project } from "../api/project.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import styles from "./ProjectPage.module.css";

const strings = all.training;

type Qualification = NonNullable<Project["qualification"]>;

const SUGGESTED: Qualification = { items: 10, pass_mark: 0.8, attempts: 3 };

/** A project's training as typed. */
export interface TypedTraining {
  readonly isOn: boolean;
  readonly items: string;
  /** In percent. */
  readonly pass_mark: string;
  readonly attempts: string;
}

/** What a project's training looks like in the panel. */
export function typedTraining(qualification: Project["qualification"]): TypedTraining {
  const { items, pass_mark, attempts } = qualification ?? SUGGESTED;
  return {
    isOn: qualification !== null,
    items: String(items),
    pass_mark: String(+(pass_mark * 100).toFixed(2)),
    attempts: String(attempts),
  };
}

/** The training that was typed. What is no number goes to the service, which says what is wrong. */
export function toQualification({
  isOn,
  items,
  pass_mark,
  attempts,
}: TypedTraining): Project["qualification"] {
  if (!isOn) return null;
  const number = (text: string) => Number(text.replace(",", "."));
  return { items: number(items), pass_mark: number(pass_mark) / 100, attempts: number(attempts) };
}

interface TrainingSettingsProps {
  readonly value: TypedTraining;
  readonly onChange: (value: TypedTraining) => void;
  readonly project_id: string;
  /** The project's items with a known answer, up to 100; undefined while it loads, and from a server of an older release. */
  readonly known: number | undefined;
}

/** Whether new annotators must pass a training first, and how. */
export function TrainingSettings({ value, onChange, project_id, known }: TrainingSettingsProps) {
  const field = (name: "items" | "pass_mark" | "attempts", label: string, description?: string) => (
    <Field
      label={label}
      {...(description === undefined ? {} : { description })}
      inputMode="decimal"
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <Panel title={strings.title}>
      <p className={styles.quiet}>{strings.help}</p>
      <div className={styles.form}>
        <Checkbox isSelected={value.isOn} onChange={(isOn) => onChange({ ...value, isOn })}>
          {strings.isOn}
        </Checkbox>
        {value.isOn && (
          <>
            {field("items", strings.items, strings.itemsHelp)}
            {known !== undefined && (
              <Known known={known} needed={Number(value.items)} project_id={project_id} />
            )}
            {field("pass_mark", strings.passMark)}
            {field("attempts", strings.attempts, strings.attemptsHelp)}
          </>
        )}
      </div>
    </Panel>
  );
}

interface KnownProps {
  readonly known: number;
  /** NaN while something else than a number is typed. */
  readonly needed: number;
  readonly project_id: string;
}

/** How many items with a known answer there are, and if they are too few, where to add some. */
function Known({ known, needed, project_id }: KnownProps) {
  const add = (
    <Link to="/items" search={{ project: project_id }}>
      {strings.addKnown}
    </Link>
  );
  if (!(known < needed))
    return (
      <p className={styles.quiet}>
        {strings.known(known)} {add}
      </p>
    );
  return (
    <Notice tone="warn" title={strings.tooFew(known, needed)}>
      <p>
        {strings.tooFewHelp} {add}
      </p>
    </Notice>
  );
}
