import { setImmediate } from 'node:timers/promises'

/** The longest time for which the input of one caller may block the event loop. */
export const STALL_MAX_MS = 50

const RUNS = 10

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Returns the longest tick of the event loop during some work, in CPU time of this thread, so that
 * a busy machine does not distort it. Taking the minimum of up to ten runs leaves out compilation
 * and the garbage of earlier work.
 */
export async function longestStallMs(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let run = 0; run < RUNS && least >= STALL_MAX_MS; run += 1) {
    least = Math.min(least, await longestTickMs(work))
  }
  return least
}

async function longestTickMs(work: () => unknown): Promise<number> {
  const state = { isDone: false, longest: 0 }
  await setImmediate()
  let last = cpuMs()
  const working = Promise.resolve()
    .then(work)
    .finally(() => {
      state.isDone = true
      // The last tick may be followed by none.
      globalThis.setImmediate(() => {})
    })
  do {
    // Without `ref: false`, the event loop would run at full load while it waits for the database.
    await setImmediate(undefined, { ref: false })
    const now = cpuMs()
    state.longest = Math.max(state.longest, now - last)
    last = now
  } while (!state.isDone)
  await working
  return state.longest
}
