import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { strings as all } from "#strings/sign-in.ts";
import { Button } from "../design/Button.tsx";
import { readWays } from "./requests.ts";
import styles from "./SignIn.module.css";
import { SignInForm } from "./SignInForm.tsx";

const strings = all.signIn;

/**
 * The sign-in page: by password, or by the identity provider if one is set up. Then loads the requested screen as a
 * new page, because data of the previous person may be in memory.
 */
export function SignIn() {
  const { to = "/", fault } = useSearch({ from: "/sign-in" });
  const ways = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const sso = ways.data?.sso ?? null;
  useEffect(() => {
    document.title = strings.pageTitle;
  }, []);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <h1>{strings.title}</h1>
        <SignInForm fault={fault && strings.faults[fault]} onSignedIn={() => location.replace(to)} />
        {sso !== null && (
          <>
            <span className={styles.or}>{strings.or}</span>
            <Button onPress={() => location.assign(`/auth/sso?to=${encodeURIComponent(to)}`)}>
              {strings.withProvider(sso)}
            </Button>
          </>
        )}
        <p className={styles.quiet}>{strings.help}</p>
      </div>
    </main>
  );
}
