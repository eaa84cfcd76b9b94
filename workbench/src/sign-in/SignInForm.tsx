import { type FormEvent, useState } from "react";
import { strings as all } from "#strings/sign-in.ts";
import { forgetBearer } from "../api/session.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { sendAuth } from "./requests.ts";
import styles from "./SignIn.module.css";

const strings = all.signIn;

interface SignInFormProps {
  /** An error from before the form was opened. */
  readonly fault?: string | undefined;
  readonly onSignedIn: () => void;
}

/** E-mail and password. */
export function SignInForm({ fault: before, onSignedIn }: SignInFormProps) {
  const [fault, setFault] = useState(before);
  const [isSending, setSending] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSending(true);
    const refused = await sendAuth("sign-in/email", Object.fromEntries(new FormData(event.currentTarget)));
    setSending(false);
    setFault(refused);
    if (refused !== undefined) return;
    forgetBearer();
    onSignedIn();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void signIn(event)}>
      <Field label={strings.email} name="email" type="email" autoComplete="username" isRequired autoFocus />
      <Field
        label={strings.password}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
      />
      {/* a field that loses the focus to the button would drop its message, and move the button away */}
      <Button type="submit" look="primary" isDisabled={isSending} preventFocusOnPress>
        {strings.submit}
      </Button>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
    </form>
  );
}
