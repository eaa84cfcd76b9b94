const KEY = "assay-inbox-seen";

/** The time of the newest comment that this browser has shown in the inbox; empty before the first. */
export function seenUntil(): string {
  return localStorage.getItem(KEY) ?? "";
}

export function setSeen(at: string): void {
  if (at > seenUntil()) localStorage.setItem(KEY, at);
}
