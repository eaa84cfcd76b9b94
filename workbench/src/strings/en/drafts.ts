/** Why an unsaved answer stays on this device. */
export const strings = {
  notKept: (fault: string) => `This browser could not keep the draft: ${fault}`,
};
