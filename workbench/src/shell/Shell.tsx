import { Link, Outlet, useRouteContext } from "@tanstack/react-router";
import { ProfileMenu } from "../session/ProfileMenu.tsx";
import styles from "./Shell.module.css";

const READS_MEMBERS: readonly string[] = ["owner", "manager", "viewer"];

/** The frame of every screen: where to go, and who is signed in. */
export function Shell() {
  const { person } = useRouteContext({ from: "/inside" });
  return (
    <div className={styles.shell}>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand} aria-label="Assay">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span className={styles.name}>Assay</span>
        </Link>
        <nav className={styles.places} aria-label="Main">
          <Link to="/projects" className={styles.place} activeProps={{ "aria-current": "page" }}>
            Projects
          </Link>
          {READS_MEMBERS.includes(person.role) && (
            <Link to="/members" className={styles.place} activeProps={{ "aria-current": "page" }}>
              Members
            </Link>
          )}
          <Link to="/work/mine" className={styles.place} activeProps={{ "aria-current": "page" }}>
            My work
          </Link>
          {READS_MEMBERS.includes(person.role) && (
            <Link
              to="/settings/$part"
              params={{ part: "account" }}
              className={styles.place}
              activeProps={{ "aria-current": "page" }}
            >
              Settings
            </Link>
          )}
        </nav>
        <ProfileMenu person={person} />
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
