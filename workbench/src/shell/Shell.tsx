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
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { strings } from "#strings/shell.ts";
import { onSignedOut } from "../api/session.ts";
import { useOnline } from "../api/use-online.ts";
import type { Outbox } from "../drafts/outbox.ts";
import { ProfileMenu } from "../sign-in/ProfileMenu.tsx";
import { OutboxContext } from "../work/outbox-context.ts";
import { useBackgroundOutbox } from "../work/use-background-outbox.ts";
import { PageKeys } from "./PageKeys.tsx";
import styles from "./Shell.module.css";

/** The sections of the workbench: the addresses of each, and the scope that it needs. */
const SECTIONS: readonly Section[] = [
  {
    title: strings.projects,
    link: linkOptions({ to: "/projects" }),
    under: /^\/(projects|batches|datasets|items)\b/,
    scope: "projects:read",
  },
  {
    title: strings.members,
    link: linkOptions({ to: "/members" }),
    under: /^\/members\b/,
    scope: "members:read",
  },
  {
    title: strings.myWork,
    link: linkOptions({ to: "/work/mine" }),
    under: /^\/work\b/,
    scope: "annotations:write",
  },
  {
    title: strings.questions,
    link: linkOptions({ to: "/questions" }),
    under: /^\/questions\b/,
    scope: "annotations:read",
  },
  {
    title: strings.settings,
    link: linkOptions({ to: "/settings/$part", params: { part: "account" } }),
    under: /^\/settings\b/,
    scope: "account:read",
  },
];

interface Section {
  readonly title: string;
  readonly link: LinkOptions;
  readonly under: RegExp;
  readonly scope: Scope;
}

/** The frame around every screen: navigation and profile menu. */
export function Shell() {
  const { person } = useRouteContext({ from: "/inside" });
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useFocusKept(main);
  const waiting = useBackgroundOutbox(person.member_id);
  const here = SECTIONS.find(({ under }) => under.test(pathname));
  const isOpen = here === undefined || scopesOf(person.role).includes(here.scope);
  const sections = SECTIONS.filter(({ scope }) => scopesOf(person.role).includes(scope));
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {strings.skip}
      </button>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand} aria-label={strings.brand}>
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span className={styles.name}>{strings.brand}</span>
        </Link>
        <nav className={styles.places} aria-label={strings.navigation}>
          {sections.map(({ title, link, under }) => (
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
      <PageKeys places={sections} />
      <main ref={main} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Loading />}>
          <OutboxContext value={waiting}>
            {isOpen ? <Outlet /> : <Closed {...here} role={person.role} />}
          </OutboxContext>
        </Suspense>
      </main>
      <Lost />
      <SessionEnd outbox={waiting.outbox} />
    </div>
  );
}

const Closed = lazy(async () => ({ default: (await import("./Closed.tsx")).Closed }));

/** In place of a screen that is on its way. */
function Loading() {
  const isOnline = useOnline();
  return (
    <p role="status" className={styles.loading}>
      {isOnline ? strings.loading : strings.offline}
    </p>
  );
}

/** Says that there is no connection, over the foot of the screen, where nothing moves. */
function Lost() {
  const isOnline = useOnline();
  return (
    <p role="status" className={styles.lost}>
      {!isOnline && strings.lost}
    </p>
  );
}

const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }));

function loadSignInAgain() {
  return import("../sign-in/SignInAgain.tsx");
}

/** Asks to sign in again when the session has ended; the screen keeps its state. */
function SessionEnd({ outbox }: { readonly outbox: Outbox | undefined }) {
  const queries = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    loadSignInAgain().catch(() => undefined); // now, since a later release may have replaced the file
    return onSignedOut(() => setOver(true));
  }, []);
  if (!isOver) return null;
  const goOn = () => {
    void queries.invalidateQueries();
    void outbox?.send();
  };
  return (
    <Suspense>
      <SignInAgain onSignedIn={goOn} onClose={() => setOver(false)}>
        {strings.typedIsKept}
      </SignInAgain>
    </Suspense>
  );
}

/** Moves the focus to the content if a new screen removed the focused element, so that Tab continues there. */
function useFocusKept(main: { readonly current: HTMLElement | null }): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(shown);
  useEffect(() => {
    const isFirst = before.current === undefined || before.current === shown;
    before.current = shown;
    if (!isFirst && document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [shown, main]);
}
