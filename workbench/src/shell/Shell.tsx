import { Link, Outlet, useRouteContext } from "@tanstack/react-router";
import styles from "./Shell.module.css";

/** The frame of every screen: where to go, and who is signed in. */
export function Shell() {
  const { person } = useRouteContext({ from: "/inside" });
  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <img src="/icon.svg" alt="" width="22" height="22" />
          Assay
        </Link>
        <nav className={styles.places} aria-label="Main">
          <Link to="/projects" className={styles.place} activeProps={{ "aria-current": "page" }}>
            Projects
          </Link>
        </nav>
        <span className={styles.person}>{person.name}</span>
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
