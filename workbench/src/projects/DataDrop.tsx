import { useState } from "react";
import { type DirectoryDropItem, type DropItem, DropZone, FileTrigger, Text } from "react-aria-components";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { formatBytes } from "../strings/format.ts";
import styles from "./DataDrop.module.css";
import type { Draft } from "./draft.ts";
import { dataOf, type Folder } from "./folder.ts";

const strings = all.data;

const NAMES_SHOWN = 3;
const LINES = 4;

interface DataDropProps {
  readonly draft: Pick<Draft, "files" | "texts" | "urls">;
  readonly onChange: (part: Partial<Pick<Draft, "files" | "texts" | "urls">>) => void;
  /** Whether lines of text can be items. */
  readonly takesText: boolean;
}

/** The data to label: files or a folder, lines of text, or URLs. */
export function DataDrop({ draft: { files, texts, urls }, onChange, takesText }: DataDropProps) {
  const [others, setOthers] = useState(0);
  const add = (...folders: readonly Folder[]) => {
    setOthers(others + folders.reduce((sum, folder) => sum + folder.others, 0));
    onChange({ files: [...files, ...folders.flatMap((folder) => folder.files)] });
  };
  return (
    <div className={styles.data}>
      <DropZone
        className={styles.zone ?? ""}
        onDrop={async ({ items }) => add(...(await Promise.all(items.map(droppedIn))))}
      >
        <Text slot="label">{strings.drop}</Text>
        <p>{strings.dropHelp}</p>
        <div className={styles.buttons}>
          <FileTrigger allowsMultiple onSelect={(list) => add(chosen([...(list ?? [])]))}>
            <Button>{strings.chooseFiles}</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => add(dataOf([...(list ?? [])]))}>
            <Button>{strings.chooseFolder}</Button>
          </FileTrigger>
        </div>
      </DropZone>
      {files.length > 0 && (
        <div className={styles.chosen}>
          <span>
            {strings.files(files.length, formatBytes(files.reduce((sum, { size }) => sum + size, 0)))}
          </span>
          <span className={styles.names}>
            {files
              .slice(0, NAMES_SHOWN)
              .map(({ name }) => name)
              .join(", ")}
            {files.length > NAMES_SHOWN && strings.andMore}
          </span>
          <Button
            look="quiet"
            onPress={() => {
              setOthers(0);
              onChange({ files: [] });
            }}
          >
            {strings.removeAll}
          </Button>
        </div>
      )}
      {others > 0 && <p role="status">{strings.others(others)}</p>}
      <div className={styles.pair}>
        {takesText && (
          <Field
            label={strings.texts}
            description={strings.textsHelp}
            lines={LINES}
            value={texts}
            onChange={(value) => onChange({ texts: value })}
          />
        )}
        <Field
          label={strings.urls}
          description={strings.urlsHelp}
          lines={LINES}
          value={urls}
          onChange={(value) => onChange({ urls: value })}
          placeholder="https://"
        />
      </div>
    </div>
  );
}

/** Files that the person chose one by one, all of which they mean. */
function chosen(files: readonly File[]): Folder {
  return { files, others: 0 };
}

async function droppedIn(item: DropItem): Promise<Folder> {
  if (item.kind === "directory") return dataOf(await filesOf(item));
  return chosen(item.kind === "file" ? [await item.getFile()] : []);
}

async function filesOf(folder: DirectoryDropItem): Promise<File[]> {
  const found: File[] = [];
  for await (const entry of folder.getEntries()) {
    if (entry.kind === "directory") found.push(...(await filesOf(entry)));
    else found.push(await entry.getFile());
  }
  return found;
}
