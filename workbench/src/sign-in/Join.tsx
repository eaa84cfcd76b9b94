import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { strings } from "#strings/join.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { readInvitation, sendAuth } from "./requests.ts";
import styles from "./SignIn.module.css";

/** The page of an invitation link: shows who invites, and asks for a name and a password. */
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
    document.title = strings.pageTitle;
  }, []);

  async function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSending(true);
    const body = Object.fromEntries(new FormData(event.currentTarget));
    const refused = await sendAuth(`invitations/${token}`, body);
    setSending(false);
    setFault(refused);
    if (refused !== undefined) return;
    location.replace("/"); // a new page load: another person may have been signed in
  }

  if (invitation.isPending) return <main className={styles.page} aria-busy="true" />;
  if (invitation.isError) {
    return (
      <main className={styles.page}>
        <div className={styles.card}>
          <h1>{strings.badLink}</h1>
          <Notice tone="bad">{invitation.error.message}</Notice>
          <Link to="/sign-in">{strings.signIn}</Link>
        </div>
      </main>
    );
  }
  const { account_name, name, email, role } = invitation.data;
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={(event) => void join(event)}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <div>
          <h1>{strings.title(account_name)}</h1>
          <p className={styles.quiet}>{email === null ? strings.role(role) : strings.roleAs(role, email)}</p>
        </div>
        <Field
          label={strings.name}
          name="name"
          defaultValue={name === email || name === account_name ? "" : name}
          autoComplete="name"
          isRequired
          autoFocus
          maxLength={200}
        />
        {email === null ? (
          <Field label={strings.email} name="email" type="email" autoComplete="username" isRequired />
        ) : (
          <input type="hidden" autoComplete="username" value={email} readOnly />
        )}
        <Field
          label={strings.password}
          name="password"
          type="password"
          autoComplete="new-password"
          isRequired
          minLength={10}
          maxLength={128}
          description={strings.passwordHelp}
        />
        {/* a field that loses the focus to the button would drop its message, and move the button away */}
        <Button type="submit" look="primary" isDisabled={isSending} preventFocusOnPress>
          {strings.submit}
        </Button>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      </form>
    </main>
  );
}
