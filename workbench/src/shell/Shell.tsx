import { type Scope, scopesOf } from "@assay/domain/member.ts";
import { useQueryClient } from "@tanstack/react-query";
import {
  Link,
  type LinkOptions,
  linkOptions,
  Outlet,
  useLocation,
  useRouteContext,
  useRouterState,
} from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ProfileMenu } from "../session/ProfileMenu.tsx";
import { SignInAgain } from "../session/SignInAgain.tsx";
import { onSignedOut } from "../session/session.ts";
import styles from "./Shell.module.css";

/** The places of the frame: the addresses that are part of each, and what one must be able to do there. */
const PLACES: readonly Place[] = [
  {
    title: "Projects",
    link: linkOptions({ to: "/projects" }),
    under: /^\/(projects|batches|items)\b/,
    scope: "projects:read",
  },
  { title: "Members", link: linkOptions({ to: "/members" }), under: /^\/members\b/, scope: "members:read" },
  {
    title: "My work",
    link: linkOptions({ to: "/work/mine" }),
    under: /^\/work\b/,
    scope: "annotations:write",
  },
  {
    title: "Settings",
    link: linkOptions({ to: "/settings/$part", params: { part: "account" } }),
    under: /^\/settings\b/,
    scope: "account:read",
  },
];

interface Place {
  readonly title: string;
  readonly link: LinkOptions;
  readonly under: RegExp;
  readonly scope: Scope;
}

/** The frame of every screen: where to go, and who is signed in. */
export function Shell() {
  const { person } = useRouteContext({ from: "/inside" });
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  const places = PLACES.filter(({ scope }) => scopesOf(person.role).includes(scope));
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand} aria-label="Assay">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span className={styles.name}>Assay</span>
        </Link>
        <nav className={styles.places} aria-label="Main">
          {places.map(({ title, link, under }) => (
            <Link
              key={title}
              {...link}
              className={styles.place}
              aria-current={under.test(pathname) ? "page" : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <ProfileMenu person={person} />
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SessionEnd />
    </div>
  );
}

/** Asks to sign in anew where the session has ended; what stands on the screen stays. */
function SessionEnd() {
  const queries = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => onSignedOut(() => setOver(true)), []);
  if (!isOver) return null;
  return (
    <SignInAgain onSignedIn={() => void queries.invalidateQueries()} onClose={() => setOver(false)}>
      What you have typed here stays.
    </SignInAgain>
  );
}

/** Where a new screen takes away what had the focus, its content has it, so that Tab goes on from there. */
function useFocusKept(main: { readonly current: HTMLElement | null }): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    const isFirst = before.current === undefined || before.current === shown;
    before.current = shown;
    if (!isFirst && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [shown, main]);
}
