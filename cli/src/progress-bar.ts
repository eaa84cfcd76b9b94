const WIDTH = 24;

/** A bar with the share of bytes that were sent or received, such as `[######------] 50 % of 3.2 MB`. */
export function progressBar(done: number, size: number): string {
  const share = size === 0 ? 1 : Math.min(1, done / size);
  const filled = Math.round(share * WIDTH);
  return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${Math.floor(share * 100)} % of ${sizeText(size)}`;
}

/** A number of bytes in the largest unit that leaves a whole part. */
export function sizeText(bytes: number): string {
  const [unit, name] =
    bytes >= 1e9 ? [1e9, "GB"] : bytes >= 1e6 ? [1e6, "MB"] : bytes >= 1e3 ? [1e3, "kB"] : [1, "bytes"];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
