/** Attributes of an object, by name. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The value of an attribute as text: strings unchanged, others as JSON. */
export function attributeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether a format that writes `attributeText` loses the type of one of the values. */
export function losesTypes(attributes: Attributes = {}): boolean {
  return Object.values(attributes).some((value) => typeof value !== "string");
}
