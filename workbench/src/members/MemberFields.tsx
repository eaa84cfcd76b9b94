import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./Members.module.css";
import { listProjectNames, type MemberForm, ROLES, type Role } from "./members.ts";

interface MemberFieldsProps {
  readonly form: MemberForm;
  readonly onChange: (form: MemberForm) => void;
  /** The roles that may be given. */
  readonly roles: readonly Role[];
  /** Whether the member signs in with the address, so that it stays. */
  readonly isEmailFixed?: boolean;
}

/** What is asked of a member, new or not. */
export function MemberFields({ form, onChange, roles, isEmailFixed = false }: MemberFieldsProps) {
  const set = (change: Partial<MemberForm>) => onChange({ ...form, ...change });
  return (
    <>
      <Field
        label="E-mail"
        type="email"
        value={form.email}
        onChange={(email) => set({ email })}
        isDisabled={isEmailFixed}
        autoFocus={!isEmailFixed}
        description={
          isEmailFixed
            ? "They sign in with it, so it stays."
            : "The link goes there. Without one they get no sign-in, and work by an API key only."
        }
      />
      <Field
        label="Name"
        value={form.name}
        onChange={(name) => set({ name })}
        maxLength={200}
        isRequired={form.email === ""}
      />
      <Select
        label="Role"
        options={roles.map((id) => ({ id, name: id }))}
        value={form.role}
        onChange={(role) => set({ role })}
        description={ROLES[form.role]}
      />
      {form.role !== "owner" && <Projects form={form} onChange={onChange} />}
      <Field
        label="Groups"
        value={form.groups}
        onChange={(groups) => set({ groups })}
        description="Your own words for teams, comma between; a project may be for some of them only"
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
      <legend>Projects</legend>
      <Checkbox isSelected={project_ids === null} onChange={(all) => change(all ? null : [])}>
        All, also those to come
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
