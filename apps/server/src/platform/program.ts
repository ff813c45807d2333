import { readEnv, SettingsError, type Env } from './env.ts'
import { FolderInUseError } from './folder-lock.ts'

type Stop = () => Promise<void>

/** Runs until it is asked to stop, and then stops in order. A mistake of the operator's is one sentence, not a stack. */
export async function runProgram(start: (env: Env) => Promise<Stop>): Promise<void> {
  try {
    const stop = await start(readEnv(process.env))
    let stopping: Promise<void> | undefined
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        stopping ??= stop().catch(fail)
      })
    }
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
