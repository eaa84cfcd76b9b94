import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import styles from "./SignIn.module.css";
import { forgetBearer } from "./session.ts";

/** E-mail and password; afterwards the screen that was asked for. */
export function SignIn() {
  const { to = "/" } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(event.currentTarget));
    const answer = await fetch("/auth/sign-in/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) {
      setFault((await answer.json()).message);
      return;
    }
    forgetBearer();
    await navigate({ href: to, replace: true });
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void signIn(event)}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <h1>Sign in to Assay</h1>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        <Field label="E-mail" name="email" type="email" autoComplete="username" isRequired autoFocus />
        <Field label="Password" name="password" type="password" autoComplete="current-password" isRequired />
        <Button type="submit" look="primary">
          Sign in
        </Button>
      </form>
    </main>
  );
}
