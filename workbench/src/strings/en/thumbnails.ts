/** Items in small areas. */
export const strings = {
  audio: "audio",
  text: "text",
  conversation: "conversation",
  failed: "not loaded",
};
