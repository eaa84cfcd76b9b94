import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/members.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { readWays } from "../sign-in/requests.ts";
import styles from "./Members.module.css";
import { listProjectNames, type MemberForm, type Role } from "./members.ts";

const strings = all.fields;

interface MemberFieldsProps {
  readonly form: MemberForm;
  readonly onChange: (form: MemberForm) => void;
  /** The roles that the user may assign. */
  readonly roles: readonly Role[];
  /** Whether the member already signs in with the address, which then cannot change. */
  readonly isEmailFixed?: boolean;
}

/** The fields of a member, new or existing. */
export function MemberFields({ form, onChange, roles, isEmailFixed = false }: MemberFieldsProps) {
  const { data: ways } = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const set = (change: Partial<MemberForm>) => onChange({ ...form, ...change });
  return (
    <>
      <Field
        label={strings.email}
        name="email"
        type="email"
        value={form.email}
        onChange={(email) => set({ email })}
        isDisabled={isEmailFixed}
        description={
          isEmailFixed ? strings.emailFixed : ways && strings.emailHelp[ways.mail ? "mail" : "link"]
        }
      />
      <Field
        label={strings.name}
        name="name"
        value={form.name}
        onChange={(name) => set({ name })}
        maxLength={200}
        isRequired={form.email === ""}
      />
      <Select
        label={strings.role}
        options={roles.map((id) => ({ id, name: id }))}
        value={form.role}
        onChange={(role) => set({ role })}
        description={all.roles[form.role]}
      />
      {form.role !== "owner" && <Projects form={form} onChange={onChange} />}
      <Field
        label={strings.groups}
        name="groups"
        value={form.groups}
        onChange={(groups) => set({ groups })}
        description={strings.groupsHelp}
      />
    </>
  );
}

function Projects({ form, onChange }: Pick<MemberFieldsProps, "form" | "onChange">) {
  const { data: names } = useQuery({ queryKey: ["project-names"], queryFn: listProjectNames });
  const { project_ids } = form;
  const change = (next: readonly string[] | null) => onChange({ ...form, project_ids: next });
  return (
    <fieldset className={styles.projects}>
      <legend>{strings.projects}</legend>
      <Checkbox isSelected={project_ids === null} onChange={(all) => change(all ? null : [])}>
        {strings.allProjects}
      </Checkbox>
      {project_ids !== null &&
        [...(names ?? [])].map(([id, name]) => (
          <Checkbox
            key={id}
            isSelected={project_ids.includes(id)}
            onChange={(isOn) =>
              change(isOn ? [...project_ids, id] : project_ids.filter((other) => other !== id))
            }
          >
            {name}
          </Checkbox>
        ))}
    </fieldset>
  );
}
