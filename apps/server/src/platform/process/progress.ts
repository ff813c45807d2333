/** Runs a step of a start or of a long command under its name. */
export type RunStep = <Result>(name: string, step: () => Promise<Result>) => Promise<Result>

type PrintLine = (line: string) => void

export const runSilently: RunStep = (_name, step) => step()

/** Steps that take longer than this are printed. */
const PRINT_AFTER_MS = 1000
/** Shows during steps of many minutes that they still run. */
const REMINDER_MS = 60_000

/**
 * Prints the name of a step that takes longer than a second, and its elapsed seconds every minute.
 */
export function namedProgress(print: PrintLine): RunStep {
  return async (name, step) => {
    let minutes = 0
    const first = setTimeout(() => print(`${name} …`), PRINT_AFTER_MS)
    const reminder = setInterval(() => print(`${name} … ${(minutes += 1) * 60} s`), REMINDER_MS)
    try {
      return await step()
    } finally {
      clearTimeout(first)
      clearInterval(reminder)
    }
  }
}

/** Prints a step that takes longer than a second, and its duration in the end. */
export function timedProgress(print: PrintLine, now = () => performance.now()): RunStep {
  const runNamed = namedProgress(print)
  return async (name, step) => {
    const startedAt = now()
    try {
      return await runNamed(name, step)
    } finally {
      const tookMs = now() - startedAt
      if (tookMs >= PRINT_AFTER_MS) print(`${name}: ${(tookMs / 1000).toFixed(1)} s`)
    }
  }
}

/** Commands print progress on stderr, because their stdout is for results. */
export const printToStderr: PrintLine = (line) => void process.stderr.write(`${line}\n`)
export const withProgress = timedProgress(printToStderr)
