import { ImportFault } from "./importer.ts";

/** What all the patterns of a dataset may take together: a second or two. */
const MOST_STEPS = 50_000_000;

/**
 * Returns what makes tests of paths from the patterns of the file `at`: `*` is any name or part of one, `**` any path; everything else
 * stands for itself. A regular expression would take time exponential in the number of stars. All the tests together throw an ImportFault
 * after 50 million steps.
 */
export function createGlobs(at: string): (pattern: string) => (path: string) => boolean {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps > MOST_STEPS) throw new ImportFault(at, `its patterns take more than ${MOST_STEPS} steps`);
  };
  return (pattern) => {
    if (pattern.includes("*")) {
      const glob = pattern.match(/\*{2,}|./gs)?.map((part) => (part.length > 1 ? "**" : part)) ?? [];
      return (path) => isMatch(glob, path, step);
    }
    return (path) => {
      step();
      return pattern === path;
    };
  };
}

/** The place in a pattern after a star, and where what the star stands for ends in the path. */
interface Star {
  readonly at: number;
  readonly isAny: boolean;
  end: number;
}

/** A star stands for as little as it can, and for a character more each time the rest does not match. */
function isMatch(glob: readonly string[], path: string, step: () => void): boolean {
  let [at, place] = [0, 0];
  const stars: Star[] = [];
  while (at < glob.length || place < path.length) {
    step();
    const part = glob[at];
    if (part === "*" || part === "**") {
      at += 1;
      add(stars, { at, isAny: part === "**", end: place });
    } else if (part === path[place]) {
      at += 1;
      place += 1;
    } else {
      const star = extended(stars, path);
      if (star === undefined) return false;
      [at, place] = [star.at, star.end];
    }
  }
  return true;
}

/** Keeps the last `**` and the last `*` after it: what follows an earlier star matches best as early as it can. */
function add(stars: Star[], star: Star): void {
  if (star.isAny) stars.length = 0;
  else if (stars.at(-1)?.isAny === false) stars.pop();
  stars.push(star);
}

/** The last star that can stand for a character more, which it then does. */
function extended(stars: Star[], path: string): Star | undefined {
  for (let star = stars.at(-1); star !== undefined; star = stars.at(-1)) {
    if (star.end < path.length && (star.isAny || path[star.end] !== "/")) {
      star.end += 1;
      return star;
    }
    stars.pop();
  }
  return undefined;
}
