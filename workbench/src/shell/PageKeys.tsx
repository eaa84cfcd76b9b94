import { type LinkOptions, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { strings } from "#strings/shell.ts";
import { useActions } from "../actions/use-actions.ts";

const Shortcuts = lazy(async () => ({ default: (await import("../work/Shortcuts.tsx")).Shortcuts }));
const Palette = lazy(async () => ({ default: (await import("../work/Palette.tsx")).Palette }));

/** The field that a page's list is searched with. */
const SEARCH = "main [data-search] input, main input[type=search]";

interface PageKeysProps {
  readonly places: readonly { readonly title: string; readonly link: LinkOptions }[];
}

/** The keys of every page inside the frame: to the search of its list, all keys, and all actions, among them the way to each place. */
export function PageKeys({ places }: PageKeysProps) {
  const [over, setOver] = useState<"keys" | "palette">();
  const navigate = useNavigate();
  const search = () => document.querySelector<HTMLInputElement>(SEARCH);
  useActions([
    {
      ...{ id: "view.search", title: strings.search, keys: ["/"] },
      isEnabled: () => search() !== null,
      run: () => search()?.select(),
    },
    {
      ...{ id: "work.palette", group: "view", title: strings.actions, keys: ["Ctrl+K"] },
      run: () => setOver("palette"),
    },
    {
      ...{ id: "work.help", group: "view", title: strings.keys, keys: ["?", "F1"] },
      run: () => setOver("keys"),
    },
    ...places.map(({ title, link }) => ({
      ...{ id: `view.${link.to}`, title: strings.goTo(title), keys: [] },
      run: () => void navigate(link),
    })),
  ]);
  const close = () => setOver(undefined);
  return (
    <Suspense>
      {over === "keys" && <Shortcuts onClose={close} />}
      {over === "palette" && <Palette onClose={close} />}
    </Suspense>
  );
}
