/** The content of an item, in all editors. */
export const strings = {
  text: "Text",
  conversation: "Conversation",
  response: (letter: string) => `Response ${letter}`,
  failed: (name: string) => `${name} failed to load`,
  failedAgain: "The content failed to load.",
  retry: "Try again",
  image: (name: string) => `Image ${name}`,
  imageFailed: "Image failed to load",
  imageHelp: (name: string) => `${name} did not load, or this browser cannot show its format.`,
};
