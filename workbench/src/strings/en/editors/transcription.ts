/** The editor of transcripts and other texts. */
export const strings = {
  write: "Write",
  transcript: "Transcript",
  yours: "Your text",
  mark: "Insert the time",
  fromMark: "Play from the timestamp before the cursor",
  marks: "Timestamps",
  noMarks: "No timestamps",
  markHelp: {
    keys: (key: string) =>
      `None yet. ${key} inserts the time of the recording. A timestamp begins a segment, which you can play and go to.`,
    touch: () =>
      "None yet. Insert the time of the recording. A timestamp begins a segment, which you can play and go to.",
  },
  nextMark: "Next timestamp",
  previousMark: "Previous timestamp",
  nothing: "Nothing to transcribe",
  missing: "Enter the text.",
  missingTranscript: "Enter the text, or choose “Nothing to transcribe”.",
};
