/** The editor of ratings. */
export const strings = {
  rate: (scale: string, value: number) => `Rate ${scale} ${value}`,
  scale: (name: string, min: number, max: number) => `${name} (${min} to ${max})`,
  /** The value and the meaning of an end of a scale. */
  end: (value: string, meaning: string) => `${value} = ${meaning}`,
  next: "Next scale",
  previous: "Previous scale",
  missing: (scale: string) => `Rate ${scale}.`,
};
