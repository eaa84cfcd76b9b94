/** The column `model` of the prediction of a model; it is unique for an item. A version is told from a name by U+001F, which names cannot have. */
export function predictionKey({
  model,
  version,
}: {
  readonly model: string;
  readonly version?: string | null | undefined;
}): string {
  return version == null ? model : `${model}\u001f${version}`;
}
