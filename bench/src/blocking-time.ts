/** The fields of a trace event that are read; times are in microseconds. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** The time of the task on the processor; missing for events that are not complete tasks. */
  tdur?: number
}

/** How much slower a phone is, as Lighthouse assumes. */
const SLOWDOWN = 4
const THRESHOLD_MS = 50
const TASK = 'RunTask'

/**
 * Returns the total blocking time on a slow phone, from the time that each task of the page was on
 * the processor. Lighthouse uses the time that has passed, which on a busy machine is mostly that of
 * other processes.
 */
export function processorBlockingMs(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The trace has no first contentful paint')
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      name === TASK && ph === 'X' && pid === paint.pid && tid === paint.tid && ts >= paint.ts,
  )
  if (tasks.length === 0) throw new Error('The trace has no task after the first paint')
  return tasks
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN - THRESHOLD_MS)
    .reduce((sum, excess) => sum + Math.max(0, excess), 0)
}
