/** The editor of transcripts and other texts. */
export const strings = {
  write: "Write",
  transcript: "Transcript",
  yours: "Your text",
  /** Of an answer that is only shown. */
  text: "Text",
  added: "only here",
  removed: (other: string) => `only in ${other}`,
  same: (other: string) => `Word for word like ${other}`,
  tooDifferent: (other: string) => `Too many words differ from ${other} to mark them.`,
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
