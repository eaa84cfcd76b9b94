import styles from "./BarChart.module.css";
import { type Day, topOf } from "./days.ts";

/** In units of the picture, which is drawn as wide as there is room. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

/** Answers and audits of each day as bars upon each other; who does not see it takes the table. */
export function BarChart({ days }: { readonly days: readonly Day[] }) {
  const top = topOf(Math.max(...days.map(({ answers, audits }) => answers + audits)));
  const sum = (of: (day: Day) => number) => days.reduce((before, day) => before + of(day), 0);
  const answers = say(
    sum((day) => day.answers),
    "answer",
  );
  const audits = say(
    sum((day) => day.audits),
    "audit",
  );
  const heightOf = (count: number) => (HEIGHT * count) / top;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span className={styles.answers}>{answers}</span>
        <span className={styles.audits}>{audits}</span>
        <span className={styles.range}>
          {days[0]?.day} to {days.at(-1)?.day}, full height is {top.toLocaleString("en")} a day
        </span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${answers} and ${audits} in ${days.length} days`}
      >
        {days.map((day, place) => (
          <g key={day.day}>
            <title>{`${day.day}: ${say(day.answers, "answer")}, ${say(day.audits, "audit")}`}</title>
            <rect className={styles.ground} x={place * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect
              className={styles.answered}
              x={place * STEP}
              y={HEIGHT - heightOf(day.answers)}
              width={BAR}
              height={heightOf(day.answers)}
            />
            <rect
              className={styles.audited}
              x={place * STEP}
              y={HEIGHT - heightOf(day.answers + day.audits)}
              width={BAR}
              height={heightOf(day.audits)}
            />
          </g>
        ))}
      </svg>
    </figure>
  );
}

function say(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
