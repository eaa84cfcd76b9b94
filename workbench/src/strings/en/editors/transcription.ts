/** The editor of transcripts and other texts. */
export const strings = {
  play: "Play or pause",
  back: "Back three seconds",
  playKey: "Ctrl Space",
  backKey: "Ctrl B",
  write: "Write",
  transcript: "Transcript",
  yours: "Your text",
  nothing: "Nothing to transcribe",
  missing: "Enter the text.",
  missingTranscript: "Enter the text, or choose “Nothing to transcribe”.",
};
