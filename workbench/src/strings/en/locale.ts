/** The language of this folder, as Intl and the `lang` of the page take it. */
export const LOCALE = "en";
