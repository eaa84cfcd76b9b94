import { formatNumber } from "../format.ts";

/** Comments on an item, as threads. */
export const strings = {
  empty: "No open comments. Ask a question, or leave a note about this item.",
  resolved: (threads: number) => `${formatNumber(threads)} resolved`,
  on: (answer: string) => `on ${answer}`,
  replyTo: (author: string) => `Reply to ${author}`,
  cancel: "Cancel",
  send: "Send",
  reply: "Reply",
  resolve: "Resolve",
  reopen: "Reopen",
  title: "New comment",
  about: "About",
  text: "Your comment",
  pin: (place: string) => `Pin to: ${place}`,
  submit: "Comment",
  inbox: {
    title: "Questions",
    shown: "Questions shown",
    open: "Open",
    resolved: "Resolved",
    none: "No open questions",
    noneResolved: "No resolved questions",
    noneHelp: "Comments on items appear here, those of annotators and auditors too.",
    fresh: "New",
    more: "Show more",
  },
  places: {
    item: "The item",
    object: (number: number) => `Object ${formatNumber(number)}`,
    span: (from: number, to: number) => `Characters ${from} to ${to}`,
    objectAt: (object: string, time: string) => `${object}, at ${time}`,
    at: (time: string) => `At ${time}`,
    point: (x: number, y: number) => `At ${x}, ${y}`,
  },
};
