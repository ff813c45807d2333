import { SettingsError } from './env.ts'
import { FolderInUseError } from './folder-lock.ts'

type Stop = () => Promise<void>

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** Runs until it is asked to stop, and then stops in order. A mistake of the operator's is one sentence, not a stack. */
export async function runProgram<Env>(
  read: (source: NodeJS.ProcessEnv) => Env,
  start: (env: Env) => Promise<Stop>,
): Promise<void> {
  let stop: Stop | undefined
  let stopping: Promise<void> | undefined
  // Listened for before the start: who reads that the server is ready may ask it to stop at once.
  for (const [signal, exitCode] of SIGNALS) {
    process.on(signal, () => {
      if (!stop) process.exit(exitCode)
      stopping ??= stop().catch(fail)
    })
  }
  try {
    stop = await start(read(process.env))
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  const expected = error instanceof SettingsError || error instanceof FolderInUseError
  const text =
    error instanceof Error && !expected ? error.stack : String(error).replace(/^Error: /, '')
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
