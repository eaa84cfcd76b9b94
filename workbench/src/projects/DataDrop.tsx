import { type DirectoryDropItem, type DropItem, DropZone, FileTrigger, Text } from "react-aria-components";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { formatBytes } from "../strings/format.ts";
import styles from "./DataDrop.module.css";
import type { Draft } from "./draft.ts";

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
  const add = (more: readonly File[]) =>
    onChange({ files: [...files, ...more.filter(({ name }) => !name.startsWith("."))] });
  return (
    <div className={styles.data}>
      <DropZone className={styles.zone ?? ""} onDrop={async ({ items }) => add(await filesIn(items))}>
        <Text slot="label">{strings.drop}</Text>
        <p>{strings.dropHelp}</p>
        <div className={styles.buttons}>
          <FileTrigger allowsMultiple onSelect={(list) => add([...(list ?? [])])}>
            <Button>{strings.chooseFiles}</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => add([...(list ?? [])])}>
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
          <Button look="quiet" onPress={() => onChange({ files: [] })}>
            {strings.removeAll}
          </Button>
        </div>
      )}
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

async function filesIn(items: readonly DropItem[]): Promise<File[]> {
  const found = await Promise.all(
    items.map(async (item) => {
      if (item.kind === "file") return [await item.getFile()];
      return item.kind === "directory" ? filesOf(item) : [];
    }),
  );
  return found.flat();
}

async function filesOf(folder: DirectoryDropItem): Promise<File[]> {
  const entries: DropItem[] = [];
  for await (const entry of folder.getEntries()) entries.push(entry);
  return filesIn(entries);
}
