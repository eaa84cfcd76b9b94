import { type ComponentType, lazy, Suspense, useState } from "react";

/** A component whose code is loaded when it is first needed, or ahead by `load`; then it is in the first frame and moves nothing. */
export function later<Props extends object>(open: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | undefined;
  const load = async () => {
    ready ??= await open();
    return { default: ready };
  };
  const Lazy: ComponentType<Props> = lazy(load);
  function Later(props: Props) {
    const [Ready] = useState(() => ready);
    if (Ready !== undefined) return <Ready {...props} />;
    return (
      <Suspense>
        <Lazy {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { load });
}
