import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './command.ts'

/**
 * Returns the configured token, or the one that the embedded default created at its first start.
 */
export async function findToken(env: NodeJS.ProcessEnv): Promise<string> {
  const given = env['SOLSTICE_OPERATOR_TOKEN']?.trim()
  if (given) return given
  const path = join(env['SOLSTICE_DATA'] || '.data', 'secrets', 'operator-token')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    throw new UsageError(
      `No token found: set SOLSTICE_OPERATOR_TOKEN, or start the server once to create ${path}`,
    )
  }
}
