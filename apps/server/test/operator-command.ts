import { runCommandLine } from '@solstice/operator/command-line'
import { runSilently } from '#/platform/process/progress.ts'

export type CommandResult = { exitCode: number; out: string; err: string }

/**
 * Runs a command of the operator’s command line in this process, because starting a new one takes
 * half a second.
 */
export async function runOperatorCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  let out = ''
  let err = ''
  const exitCode = await runCommandLine(args, {
    env,
    runStep: runSilently,
    writeOut: (text) => {
      out += text
    },
    writeError: (text) => {
      err += text
    },
  })
  return { exitCode, out, err }
}
