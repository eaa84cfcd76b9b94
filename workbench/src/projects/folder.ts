/** The files of a folder that are data, and how many others it has. */
export interface Folder {
  readonly files: readonly File[];
  readonly others: number;
}

/** Hidden files, and those that operating systems add. */
const SYSTEM_FILE = /^(?:\..*|Thumbs\.db|desktop\.ini)$/i;

/**
 * Chooses the data of a folder as the service does in an archive: beside images or recordings, other files are read-me
 * files and labels. System files are data nowhere, and do not count.
 */
export function dataOf(folder: readonly File[]): Folder {
  const files = folder.filter(({ name }) => !SYSTEM_FILE.test(name));
  const media = files.filter(({ type }) => /^(?:image|audio|video)\//.test(type));
  return media.length === 0 ? { files, others: 0 } : { files: media, others: files.length - media.length };
}
