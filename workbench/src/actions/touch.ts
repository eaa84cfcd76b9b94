/** A hint for those who press keys, and one for those who only touch. */
export interface Hint<T> {
  readonly keys: T;
  readonly touch: T;
}

/** Whether the person touches and, as far as a browser can tell, has no keys: the rule of base.css. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}

/** The form of a hint that this device can follow. */
export function hintFor<T>({ keys, touch }: Hint<T>): T {
  return isTouch() ? touch : keys;
}
