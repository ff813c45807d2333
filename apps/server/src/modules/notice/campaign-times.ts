import { MOMENT_POLL_MS } from '@solstice/rules/campaign'

/** Returns when a waiting campaign is examined: when it is due, or earlier, as its season may move. */
export function firstRunAt(dueAt: Date, now: Date): Date {
  return new Date(Math.min(dueAt.getTime(), now.getTime() + MOMENT_POLL_MS))
}
