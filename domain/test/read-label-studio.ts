/** The bytes that Label Studio's brush means. Source: `decode_rle` of label-studio-sdk's converter/brush.py. */
export function decodeBrush(rle: readonly number[]): number[] {
  const bits = rle.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let at = 0;
  const read = (width: number) => {
    at += width;
    return Number.parseInt(bits.slice(at - width, at), 2);
  };
  const count = read(32);
  const size = read(5) + 1;
  const widths = [0, 0, 0, 0].map(() => read(4) + 1);
  const values: number[] = [];
  while (values.length < count) {
    const isRun = read(1) === 1;
    const length = read(widths[read(2)] ?? 0) + 1;
    if (isRun) {
      const value = read(size);
      for (let left = length; left > 0; left -= 1) values.push(value);
    } else {
      for (let left = length; left > 0; left -= 1) values.push(read(size));
    }
  }
  return values;
}
