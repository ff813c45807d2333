import { readFile } from 'node:fs/promises'
import { isKnownToken } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { secretPath } from '#/platform/process/keys.ts'
import { hasDemoMembers } from './demo.queries.ts'

/**
 * Returns whether development has used this database: it has demo members, whose domain cannot
 * exist, or an operator with the token that development made in this data folder.
 */
export async function hasDevelopmentData(
  { db }: Pick<AppContext, 'db'>,
  dataFolder: string,
): Promise<boolean> {
  if (await hasDemoMembers(db)) return true
  const token = await readFile(secretPath(dataFolder, 'operator-token'), 'utf8').catch(() => '')
  return token !== '' && (await isKnownToken({ db }, token.trim()))
}
