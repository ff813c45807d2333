import { createClient, RefusedError, UnreachableError, WaitingError } from './client.ts'
import { UsageError } from './command.ts'
import { groups } from './groups.ts'
import { commandHelp, generalHelp } from './help.ts'
import { usageOf } from './options.ts'
import { parse } from './parse.ts'
import { findToken } from './token.ts'

const REFUSED = 1
const USAGE_ERROR = 2
const WAITING = 3

export type Terminal = {
  env: NodeJS.ProcessEnv
  /** Runs a command under its name and may report its duration. */
  runStep: <Done>(name: string, step: () => Promise<Done>) => Promise<Done>
  writeOut: (text: string) => void
  writeError: (text: string) => void
}

/** Runs one command and returns the exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(args, terminal)
  } catch (error) {
    return reportError(error, terminal)
  }
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const request = parse(groups, args)
  switch (request.kind) {
    case 'general-help':
      terminal.writeOut(`${generalHelp(request.groups)}\n`)
      return 0
    case 'command-help':
      terminal.writeOut(`${commandHelp(request.command)}\n`)
      return 0
    case 'run': {
      const call = createClient(request.server, await findToken(terminal.env))
      const { command, given } = request
      const result = await terminal
        .runStep(command.name, () => command.run(call, given))
        .catch((error: unknown) => {
          if (error instanceof UsageError) throw new UsageError(error.message, command)
          throw error
        })
      terminal.writeOut(`${request.json ? JSON.stringify(result.data, null, 2) : result.text}\n`)
      return result.broken ? REFUSED : 0
    }
  }
}

function reportError(error: unknown, { writeError }: Terminal): number {
  if (error instanceof UsageError) {
    const hint = error.command
      ? `  npm run operator -- ${usageOf(error.command)}`
      : '  npm run operator -- help'
    writeError(`${error.message}\n\n${hint}\n`)
    return USAGE_ERROR
  }
  if (error instanceof WaitingError) {
    writeError(`${error.message}\n`)
    return WAITING
  }
  if (error instanceof RefusedError) {
    writeError(`Refused with ${error.code}: ${error.message}\n`)
    return REFUSED
  }
  if (error instanceof UnreachableError) {
    writeError(`${error.message}\n`)
    return REFUSED
  }
  throw error
}
