import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { isKnownToken } from '#/modules/operator/operator.service.ts'
import type { AppContext } from '#/platform/context.ts'
import { rowsOf } from '#/platform/db.ts'
import { secretPath } from '#/platform/keys.ts'

/**
 * Whether development has worked on this database: it has members of the demo, whose domain cannot
 * exist, or an operator with the token that development made in this data folder.
 */
export async function hasDevelopmentData(
  { db }: Pick<AppContext, 'db'>,
  dataFolder: string,
): Promise<boolean> {
  const members = await rowsOf(
    db,
    sql`select 1 from members where email like '%@solstice.example' limit 1`,
  )
  if (members.length > 0) return true
  const token = await readFile(secretPath(dataFolder, 'operator-token'), 'utf8').catch(() => '')
  return token !== '' && (await isKnownToken({ db }, token.trim()))
}
