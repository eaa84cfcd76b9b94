import { useEffect, useMemo, useState } from "react";
import { usePins } from "../../comments/pins.ts";
import type { Player } from "./player.ts";
import type { ShownComment } from "./scene.ts";

/** Pins new comments to the time of the player, and returns the times of those that there are. */
export function useTimePins(player: Player): readonly ShownComment[] {
  const [time, setTime] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTime(Math.round(player.time() * 100) / 100), 250);
    return () => clearInterval(timer);
  }, [player]);
  const pinned = usePins(time === 0 ? null : { time }, (place) => {
    if (place.time !== undefined) player.seek(place.time);
  });
  return useMemo(() => commentsIn(pinned), [pinned]);
}

/** The comments that are pinned to a time. */
export function commentsIn(pinned: ReturnType<typeof usePins>): readonly ShownComment[] {
  return pinned.flatMap(({ number, place: { time } }) => (time === undefined ? [] : [{ number, time }]));
}
