import { Pointers } from "../../canvas/pointers.ts";
import { Surface } from "../../canvas/surface.ts";
import { paintSession } from "./active.ts";
import type { LabeledObject } from "./entry.ts";
import { pointerHandlers } from "./input.ts";
import type { ObjectSession } from "./session.ts";

/** Shows a session in a focusable element and passes it the pointer events; returns a function that ends both. */
export function attach<O extends LabeledObject>(session: ObjectSession<O>, host: HTMLElement): () => void {
  const surface = new Surface(host, session.image, (context, view) => paintSession(session, context, view));
  const pointers = new Pointers(host, surface, pointerHandlers(session));
  const stop = session.showOn(surface);
  return () => {
    stop();
    pointers.close();
    surface.close();
  };
}
