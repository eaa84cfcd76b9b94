import { Link } from "@tanstack/react-router";
import styles from "./Nowhere.module.css";

/** For an address that leads nowhere. */
export function Nowhere() {
  return (
    <main className={styles.nowhere}>
      <h1>There is nothing at this address</h1>
      <p>
        <Link to="/">Go to the start</Link>
      </p>
    </main>
  );
}
