import { formatNumber } from "../../format.ts";

/** The content of an item, in all editors. */
export const strings = {
  text: "Text",
  conversation: "Conversation",
  named: (role: string, name: string) => `${role} (${name})`,
  step: (number: number, role: string) => `${formatNumber(number)}. ${role}`,
  call: (tool: string) => `Calls ${tool}`,
  resultOf: (tool: string | null) => (tool === null ? "Result" : `Result of ${tool}`),
  system: "Instructions",
  thinking: "Thinking",
  more: "Other fields",
  picture: "Image in the message",
  pictureAt: (url: string) => `Image at ${url}`,
  loadPicture: (host: string) => `Load the image from ${host}`,
  pictureFailed: (host: string) =>
    `The image did not load. This installation may not allow images from ${host}; open the link instead.`,
  whole: (characters: number) => `Show all ${formatNumber(characters)} characters`,
  response: (letter: string) => `Response ${letter}`,
  compare: "Compare two responses",
  comparison: "Comparison",
  closeComparison: "Close the comparison",
  closeShort: "Close",
  first: "First response",
  second: "Second response",
  tooDifferent: "These responses differ in too many words to mark them.",
  failed: (name: string) => `${name} failed to load`,
  failedAgain: "The content failed to load.",
  retry: "Try again",
  image: (name: string) => `Image ${name}`,
  imageFailed: "Image failed to load",
  imageHelp: (name: string) => `${name} did not load, or this browser cannot show its format.`,
};
