/** The name of an image file. */
export const IMAGE_NAME: RegExp = /\.(avif|bmp|gif|jpe?g|png|tiff?|webp)$/i;

/** The name of a recording. */
export const AUDIO_NAME: RegExp = /\.(flac|m4a|mp3|ogg|opus|wav)$/i;

/** Whether a file is an image or a recording by its name. */
export function isMediaName(name: string): boolean {
  return IMAGE_NAME.test(name) || AUDIO_NAME.test(name);
}
