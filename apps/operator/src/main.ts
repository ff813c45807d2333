import { createClient, RefusedError, UnreachableError } from './client.ts'
import { UsageError } from './command.ts'
import { groups } from './groups.ts'
import { commandHelp, generalHelp } from './help.ts'
import { usageOf } from './options.ts'
import { parse } from './parse.ts'
import { findToken } from './token.ts'

const REFUSED = 1
const NOT_UNDERSTOOD = 2

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = report(error)
}

async function main(words: readonly string[]): Promise<number> {
  const wish = parse(groups, words)
  switch (wish.kind) {
    case 'general-help':
      print(generalHelp(wish.groups))
      return 0
    case 'command-help':
      print(commandHelp(wish.command))
      return 0
    case 'run': {
      const call = createClient(wish.server, await findToken(process.env))
      const result = await wish.command.run(call, wish.given).catch((error: unknown) => {
        if (error instanceof UsageError) throw new UsageError(error.message, wish.command)
        throw error
      })
      print(wish.json ? JSON.stringify(result.data, null, 2) : result.text)
      return result.broken ? REFUSED : 0
    }
  }
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    const hint = error.command
      ? `  npm run operator -- ${usageOf(error.command)}`
      : '  npm run operator -- help'
    complain(`${error.message}\n\n${hint}`)
    return NOT_UNDERSTOOD
  }
  if (error instanceof RefusedError) {
    complain(`Refused with ${error.code}: ${error.message}`)
    return REFUSED
  }
  if (error instanceof UnreachableError) {
    complain(error.message)
    return REFUSED
  }
  throw error
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}
