import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import styles from "./Tabs.module.css";

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly title: string; readonly content: () => ReactNode }[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/**
 * Tabs; the parent keeps the selected one, preferably in the address. They stay in one row, which scrolls in a narrow
 * place and begins with the selected one in sight.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key);
        if (chosen !== undefined) onSelect(chosen.id);
      }}
    >
      <TabList aria-label={label} className={styles.list ?? ""}>
        {tabs.map(({ id, title }) => (
          <Tab key={id} ref={id === selected ? bringIntoSight : null} id={id} className={styles.tab ?? ""}>
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ""}>
          {content()}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** Scrolls the row, and never the page, until the tab is in its middle. */
function bringIntoSight(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
