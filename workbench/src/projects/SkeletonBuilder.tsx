import { SKELETON_TEMPLATES, skeletonLayout } from "@assay/domain/types/keypoint/templates.ts";
import { type KeyboardEvent, useState } from "react";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import styles from "./SkeletonBuilder.module.css";

const strings = all.options;

type Pair = readonly string[];

interface SkeletonBuilderProps {
  readonly points: readonly string[];
  /** Pairs of points that are joined by a line. */
  readonly lines: readonly Pair[];
  readonly hasTemplates: boolean;
  readonly onChange: (points: readonly string[], lines: readonly Pair[]) => void;
}

/** The side of the drawing, and the room around the points, in its own pixels. */
const SIDE = 260;
const MARGIN = 34;

/** With more points their names would cover each other; a tooltip has them. */
const MANY = 10;

/** The skeleton as a drawing: a template fills it, and two points that are pressed one after the other get a line or lose it. */
export function SkeletonBuilder({ points, lines, hasTemplates, onChange }: SkeletonBuilderProps) {
  const [held, setHeld] = useState<string>();
  const layout = skeletonLayout(points);
  const placeOf = (name: string) => {
    const [x, y] = layout.get(name) ?? [0.5, 0.5];
    return [MARGIN + x * (SIDE - 2 * MARGIN), MARGIN + y * (SIDE - 2 * MARGIN)] as const;
  };
  const joins = (pair: Pair, one: string, other: string) => pair.includes(one) && pair.includes(other);
  const press = (name: string) => {
    if (held === undefined || held === name) {
      setHeld(held === name ? undefined : name);
      return;
    }
    const rest = lines.filter((pair) => !joins(pair, held, name));
    onChange(points, rest.length < lines.length ? rest : [...lines, [held, name]]);
    setHeld(undefined);
  };
  const drawn = lines.filter((pair) => pair.length === 2 && pair.every((name) => layout.has(name)));
  return (
    <div className={styles.builder}>
      {hasTemplates && (
        <div className={styles.templates}>
          <span>{strings.beginWith}</span>
          {SKELETON_TEMPLATES.map((template) => (
            <Button key={template.id} onPress={() => onChange(Object.keys(template.points), template.lines)}>
              {strings.templates[template.id]}
            </Button>
          ))}
        </div>
      )}
      {points.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          role="group"
          aria-label={strings.drawing}
        >
          {drawn.map(([one = "", other = ""]) => {
            const [[x1, y1], [x2, y2]] = [placeOf(one), placeOf(other)];
            return <line key={`${one} ${other}`} {...{ x1, y1, x2, y2 }} className={styles.line} />;
          })}
          {[...new Set(points)].map((name) => (
            <DrawnPoint
              key={name}
              name={name}
              at={placeOf(name)}
              isHeld={held === name}
              hasName={points.length <= MANY}
              onPress={() => press(name)}
            />
          ))}
        </svg>
      )}
      {points.length > 0 && (
        <p className={styles.help}>{held === undefined ? strings.joinHelp : strings.joinNext(held)}</p>
      )}
    </div>
  );
}

interface DrawnPointProps {
  readonly name: string;
  readonly at: readonly [number, number];
  readonly isHeld: boolean;
  readonly hasName: boolean;
  readonly onPress: () => void;
}

function DrawnPoint({ name, at: [x, y], isHeld, hasName, onPress }: DrawnPointProps) {
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPress();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
    <g
      className={styles.point}
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={isHeld}
      onClick={onPress}
      onKeyDown={pressKey}
    >
      <circle cx={x} cy={y} r="12" className={styles.room} />
      <circle cx={x} cy={y} r="5" className={styles.dot} />
      {hasName ? (
        <text x={x} y={y - 9} className={styles.name}>
          {name}
        </text>
      ) : (
        <title>{name}</title>
      )}
    </g>
  );
}
