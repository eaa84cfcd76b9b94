import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../design/Button.tsx";
import { readWays } from "./auth.ts";
import styles from "./SignIn.module.css";
import { SignInForm } from "./SignInForm.tsx";

/**
 * E-mail and password, or the identity provider where one is set; afterwards the screen that was asked
 * for, on a fresh page: who was signed in before may have left theirs in memory.
 */
export function SignIn() {
  const { to = "/", fault } = useSearch({ from: "/sign-in" });
  const ways = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const sso = ways.data?.sso ?? null;
  useEffect(() => {
    document.title = "Sign in · Assay";
  }, []);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <h1>Sign in to Assay</h1>
        <SignInForm fault={fault} onSignedIn={() => location.replace(to)} />
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
      </div>
    </main>
  );
}
