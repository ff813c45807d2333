import { SettingsError } from './env.ts'
import { FolderInUseError } from './folder-lock.ts'

type Stop = () => Promise<void>

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/**
 * Runs until it receives a stop signal, and then stops in order. Prints configuration errors as one
 * message without a stack.
 */
export async function runProgram<Env>(
  read: (source: NodeJS.ProcessEnv) => Env,
  start: (env: Env) => Promise<Stop>,
): Promise<void> {
  let stop: Stop | undefined
  let stopping: Promise<void> | undefined
  // Registered before the start, because a signal may arrive as soon as the server is ready.
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
