import { Link } from "@tanstack/react-router";
import { strings } from "#strings/shell.ts";
import styles from "./Nowhere.module.css";

/** The page for an unknown address. */
export function Nowhere() {
  return (
    <main className={styles.nowhere}>
      <h1>{strings.failure.notFound}</h1>
      <p>
        <Link to="/">{strings.failure.home}</Link>
      </p>
    </main>
  );
}
