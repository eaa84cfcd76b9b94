import { type DirectoryDropItem, type DropItem, DropZone, FileTrigger, Text } from "react-aria-components";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { formatBytes } from "../strings/format.ts";
import styles from "./DataDrop.module.css";
import type { Draft } from "./draft.ts";

const NAMES_SHOWN = 3;
const LINES = 4;

interface DataDropProps {
  readonly draft: Pick<Draft, "files" | "texts" | "urls">;
  readonly onChange: (part: Partial<Pick<Draft, "files" | "texts" | "urls">>) => void;
  /** Whether lines of text can be items. */
  readonly takesText: boolean;
}

/** What is to be labelled: files or a folder, lines of text, addresses. */
export function DataDrop({ draft: { files, texts, urls }, onChange, takesText }: DataDropProps) {
  const add = (more: readonly File[]) =>
    onChange({ files: [...files, ...more.filter(({ name }) => !name.startsWith("."))] });
  return (
    <div className={styles.data}>
      <DropZone className={styles.zone ?? ""} onDrop={async ({ items }) => add(await filesIn(items))}>
        <Text slot="label">Drop files or a folder here</Text>
        <p>Images, audio, text, JSONL and CSV (a line is an item), zip and tar.</p>
        <div className={styles.buttons}>
          <FileTrigger allowsMultiple onSelect={(list) => add([...(list ?? [])])}>
            <Button>Choose files</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => add([...(list ?? [])])}>
            <Button>Choose a folder</Button>
          </FileTrigger>
        </div>
      </DropZone>
      {files.length > 0 && (
        <div className={styles.chosen}>
          <span>
            {files.length === 1 ? "1 file" : `${files.length.toLocaleString("en")} files`},{" "}
            {formatBytes(files.reduce((sum, { size }) => sum + size, 0))}
          </span>
          <span className={styles.names}>
            {files
              .slice(0, NAMES_SHOWN)
              .map(({ name }) => name)
              .join(", ")}
            {files.length > NAMES_SHOWN && " …"}
          </span>
          <Button look="quiet" onPress={() => onChange({ files: [] })}>
            Remove all
          </Button>
        </div>
      )}
      <div className={styles.pair}>
        {takesText && (
          <Field
            label="Or texts"
            description="One item a line"
            lines={LINES}
            value={texts}
            onChange={(value) => onChange({ texts: value })}
          />
        )}
        <Field
          label="Or addresses"
          description="One a line; the service fetches them"
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
