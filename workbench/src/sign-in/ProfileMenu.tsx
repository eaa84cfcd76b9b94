import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { strings as all } from "#strings/sign-in.ts";
import { accounts, type Person, switchAccount } from "../api/session.ts";
import { type Appearance, chooseAppearance, readAppearance } from "../design/appearance.ts";
import { Menu } from "../design/Menu.tsx";
import { sendAuth } from "./requests.ts";

const strings = all.menu;

/** Fetched when it is opened: every screen has the menu, and few people open this. */
const DailyMail = lazy(async () => ({ default: (await import("./DailyMail.tsx")).DailyMail }));

/** A longer name would push the navigation out of a narrow screen. */
const LONGEST = 18;

/** The menu of the signed-in member: accounts, appearance, documentation and sign-out. */
export function ProfileMenu({ person }: { readonly person: Person }) {
  const [appearance, setAppearance] = useState(readAppearance);
  const choose = (change: Partial<Appearance>) => {
    const next = { ...appearance, ...change };
    chooseAppearance(next);
    setAppearance(next);
  };
  const themes = (["system", "light", "dark"] as const).filter((theme) => theme !== appearance.theme);
  const density = appearance.density === "compact" ? "comfortable" : "compact";
  const { data: all = [] } = useQuery({ queryKey: ["accounts"], queryFn: accounts });
  const others = all.filter(({ account_id }) => account_id !== person.account_id);
  const [asksForMail, askForMail] = useState(false);
  return (
    <>
      <Menu
        label={person.name.length > LONGEST ? `${person.name.slice(0, LONGEST - 1)}…` : person.name}
        entries={[
          ...others.map(({ account_id, account_name }) => ({
            title: strings.switchTo(account_name),
            run: () => switchAccount(account_id),
          })),
          ...themes.map((theme) => ({ title: strings.themes[theme], run: () => choose({ theme }) })),
          { title: strings.densities[density], run: () => choose({ density }) },
          { title: strings.dailyMail, run: () => askForMail(true) },
          { title: strings.docs, run: () => void open("/docs", "_blank", "noopener") },
          { title: strings.signOut(person.email), run: () => void signOut() },
        ]}
      />
      {asksForMail && (
        <Suspense>
          <DailyMail onClose={() => askForMail(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Signs out and loads a new page, so that nothing of this person stays in memory. */
async function signOut(): Promise<void> {
  await sendAuth("sign-out");
  location.assign("/sign-in");
}
