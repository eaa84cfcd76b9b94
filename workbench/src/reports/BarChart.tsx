import { strings as all } from "#strings/reports.ts";
import { formatNumber } from "../strings/format.ts";
import styles from "./BarChart.module.css";
import { type Day, topOf } from "./days.ts";

const strings = all.perDay;

/** In units of the drawing, which scales to the available width. */
const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

/** Answers and audits per day as stacked bars; screen readers get the table with the same numbers. */
export function BarChart({ days }: { readonly days: readonly Day[] }) {
  const top = topOf(Math.max(...days.map(({ answers, audits }) => answers + audits)));
  const sum = (of: (day: Day) => number) => days.reduce((before, day) => before + of(day), 0);
  const answers = strings.countAnswers(sum((day) => day.answers));
  const audits = strings.countAudits(sum((day) => day.audits));
  const heightOf = (count: number) => (HEIGHT * count) / top;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span className={styles.answers}>{answers}</span>
        <span className={styles.audits}>{audits}</span>
        <span className={styles.range}>{strings.range(days[0]?.day ?? "", days.at(-1)?.day ?? "")}</span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          {[top, ...(top > 1 ? [top / 2] : []), 0].map((count) => (
            <span key={count}>{formatNumber(count)}</span>
          ))}
        </div>
        <svg
          className={styles.chart}
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={strings.chart(answers, audits, days.length)}
        >
          {days.map((day, place) => (
            <g key={day.day}>
              <title>
                {strings.bar(day.day, strings.countAnswers(day.answers), strings.countAudits(day.audits))}
              </title>
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
      </div>
    </figure>
  );
}
