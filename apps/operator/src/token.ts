import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './command.ts'

/** What somebody was given, or what the embedded default made for itself at its first start. */
export async function findToken(env: NodeJS.ProcessEnv): Promise<string> {
  const given = env['SOLSTICE_OPERATOR_TOKEN']?.trim()
  if (given) return given
  const path = join(env['SOLSTICE_DATA'] || '.data', 'secrets', 'operator-token')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new UsageError(
      `There is no token: set SOLSTICE_OPERATOR_TOKEN, or start the server once so that it makes ${path}`,
    )
  }
}
