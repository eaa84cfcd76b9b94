import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";

/** The keys that lower and raise what a slider shows, by the ids of the two actions. */
export function SizeKeys({ of: [less, more] }: { readonly of: readonly [less: string, more: string] }) {
  return (
    <>
      <kbd>{keyName(keyOf(less, ","))}</kbd> <kbd>{keyName(keyOf(more, "."))}</kbd>
    </>
  );
}
