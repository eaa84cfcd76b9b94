import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { readWays, sendAuth } from "./auth.ts";
import styles from "./SignIn.module.css";
import { forgetBearer } from "./session.ts";

/** E-mail and password, or the identity provider where one is set; afterwards the screen that was asked for. */
export function SignIn() {
  const { to = "/", fault: failed } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const [fault, setFault] = useState(failed);
  const [isSending, setSending] = useState(false);
  const ways = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const sso = ways.data?.sso ?? null;
  useEffect(() => {
    document.title = "Sign in · Assay";
  }, []);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSending(true);
    const refused = await sendAuth("sign-in/email", Object.fromEntries(new FormData(event.currentTarget)));
    setSending(false);
    setFault(refused);
    if (refused !== undefined) return;
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
        <Button type="submit" look="primary" isDisabled={isSending}>
          Sign in
        </Button>
        {sso !== null && (
          <>
            <span className={styles.or}>or</span>
            <Button onPress={() => location.assign(`/auth/sso?to=${encodeURIComponent(to)}`)}>
              Sign in with {sso}
            </Button>
          </>
        )}
        <p className={styles.quiet}>
          No password yet, or forgotten? Ask an owner of your account for a link.
        </p>
      </form>
    </main>
  );
}
