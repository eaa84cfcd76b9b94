/** The editor of transcripts and other texts. */
export const strings = {
  write: "Write",
  transcript: "Transcript",
  yours: "Your text",
  mark: "Insert the time",
  fromMark: "Play from the timestamp before the cursor",
  marks: "Timestamps",
  nothing: "Nothing to transcribe",
  missing: "Enter the text.",
  missingTranscript: "Enter the text, or choose “Nothing to transcribe”.",
};
