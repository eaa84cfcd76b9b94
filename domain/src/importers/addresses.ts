/** The last part of an address's or path's path, decoded where it can be; the whole text if there is none. */
export function fileNameIn(address: string): string {
  const path = address.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  return decoded(path.split("/").at(-1) || address);
}

/** The text with its percent signs decoded; as it is if they are no encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
