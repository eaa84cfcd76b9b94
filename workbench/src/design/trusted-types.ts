/** Text, and the elements `style` and `div` with a class or a part: markup that can hold no script. */
const HARMLESS = /^(?:[^<]|<\/?(?:style|div)(?: (?:class|part)="[\w -]*")*>)*$/;

/**
 * Lets libraries set `innerHTML` to markup that can hold no script; the browser then refuses all other text. wavesurfer.js
 * builds its frame this way, it and React Aria empty elements, and react-markdown decodes entities. A browser without
 * Trusted Types enforces nothing and needs no policy.
 */
export function allowHarmlessMarkup(): void {
  window.trustedTypes?.createPolicy("default", {
    createHTML: (markup) => (HARMLESS.test(markup) ? markup : null),
  });
}

declare global {
  interface Window {
    /** What is used here of the browser's Trusted Types, which TypeScript's DOM types leave out. */
    readonly trustedTypes?: {
      readonly createPolicy: (
        name: string,
        rules: { readonly createHTML: (markup: string) => string | null },
      ) => unknown;
    };
  }
}
