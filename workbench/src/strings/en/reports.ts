import { count } from "../format.ts";

/** How much work was done, by day and in the work report. */
export const strings = {
  perDay: {
    title: "Work per day",
    asChart: "View as chart",
    asTable: "View as table",
    day: "Day (UTC)",
    answers: "Answers",
    audits: "Audits",
    countAnswers: (answers: number) => count(answers, { one: "answer", other: "answers" }),
    countAudits: (audits: number) => count(audits, { one: "audit", other: "audits" }),
    range: (from: string, to: string, top: string) => `${from} to ${to}, full height is ${top} per day`,
    chart: (answers: string, audits: string, days: number) => `${answers} and ${audits} in ${days} days`,
    bar: (day: string, answers: string, audits: string) => `${day}: ${answers}, ${audits}`,
  },
  work: {
    caption: "Work",
    period: "Period",
    periods: { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 366: "Last year" },
    groupBy: "Group by",
    groups: { member: "Member", project: "Project", batch: "Batch", day: "Day" },
    columns: { member: "Member", project: "Project", batch: "Batch", day: "Day (UTC)" },
    numbers: {
      answers: "Answers",
      items: "Items",
      objects: "Objects",
      active_minutes: "Active minutes",
      accepted: "Accepted",
      corrected: "Corrected",
    },
    saveCsv: "Save as CSV",
    empty: "No work in this period",
    emptyHelp: "Choose a longer period.",
  },
};
