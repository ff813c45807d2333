import { setImmediate } from 'node:timers/promises'

/** How long the event loop may be kept from everybody else by what one caller sent. */
export const STALL_MAX_MS = 50

const RUNS = 3

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The longest turn of the event loop while some work runs, in processor time of this thread: a busy
 * machine makes it wait, and does not make it longer. The least of up to three runs leaves out the
 * compiler and the garbage of whoever ran before.
 */
export async function longestStallMs(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let run = 0; run < RUNS && least >= STALL_MAX_MS; run += 1) {
    least = Math.min(least, await longestTurnMs(work))
  }
  return least
}

async function longestTurnMs(work: () => unknown): Promise<number> {
  const state = { isDone: false, longest: 0 }
  await setImmediate()
  let last = cpuMs()
  const working = Promise.resolve()
    .then(work)
    .finally(() => {
      state.isDone = true
    })
  do {
    await setImmediate()
    const now = cpuMs()
    state.longest = Math.max(state.longest, now - last)
    last = now
  } while (!state.isDone)
  await working
  return state.longest
}
