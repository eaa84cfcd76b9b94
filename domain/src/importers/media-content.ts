/** The first bytes of the media files that Assay takes, with their extension. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, "jpg"],
  [/^\x89PNG/, "png"],
  [/^GIF8/, "gif"],
  [/^RIFF.{4}WEBP/s, "webp"],
  [/^RIFF.{4}WAVE/s, "wav"],
  [/^(II\*\0|MM\0\*)/, "tif"],
  [/^BM/, "bmp"],
  [/^.{4}ftypavif/s, "avif"],
  [/^.{4}ftyp/s, "m4a"],
  [/^fLaC/, "flac"],
  [/^OggS/, "ogg"],
  [/^(ID3|\xff[\xe2-\xfb])/, "mp3"],
];

/** The extension that suits the bytes of an image or recording; `bin` for others. */
export function extensionOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return BEGINNINGS.find(([beginning]) => beginning.test(start))?.[1] ?? "bin";
}
