import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { readInvitation, sendAuth } from "./auth.ts";
import styles from "./SignIn.module.css";

/** From a link: who invites, and the name and password to join with. */
export function Join() {
  const { token } = useParams({ from: "/join/$token" });
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token),
    retry: false,
  });
  useEffect(() => {
    document.title = "Join · Assay";
  }, []);

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSending(true);
    const body = Object.fromEntries(new FormData(event.currentTarget));
    const refused = await sendAuth(`invitations/${token}`, body);
    setSending(false);
    setFault(refused);
    if (refused !== undefined) return;
    location.replace("/"); // a fresh page: somebody else may have been signed in
  }

  if (invitation.isPending) return <main className={styles.page} aria-busy="true" />;
  if (invitation.isError) {
    return (
      <main className={styles.page}>
        <div className={styles.card}>
          <h1>This link does not work</h1>
          <Notice tone="bad">{invitation.error.message}</Notice>
          <Link to="/sign-in">Sign in instead</Link>
        </div>
      </main>
    );
  }
  const { account_name, email, role } = invitation.data;
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void join(event)}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <div>
          <h1>Join {account_name}</h1>
          <p className={styles.quiet}>
            {email === null ? `You become its ${role}.` : `You become its ${role}, as ${email}.`}
          </p>
        </div>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        <Field label="Your name" name="name" autoComplete="name" isRequired autoFocus maxLength={200} />
        {email === null ? (
          <Field label="E-mail" name="email" type="email" autoComplete="username" isRequired />
        ) : (
          <input type="hidden" autoComplete="username" value={email} readOnly />
        )}
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          isRequired
          minLength={10}
          maxLength={128}
          description="At least 10 characters. If you sign in here already, the one that you have."
        />
        <Button type="submit" look="primary" isDisabled={isSending}>
          Join
        </Button>
      </form>
    </main>
  );
}
