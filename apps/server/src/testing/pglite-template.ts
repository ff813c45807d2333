import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgliteDatabase, type Database } from '#/platform/db.ts'
import { migrate } from '#/platform/migrate.ts'

const PATH_VARIABLE = 'SOLSTICE_TEST_PGLITE_TEMPLATE'

/**
 * Vitest's global set-up of `server-pglite`: the database is made and migrated once per run, and
 * every test file starts from that dump in a quarter of the time.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const client = await PGlite.create()
  await migrate(await pgliteDatabase(client))
  const dump = await client.dumpDataDir('none')
  await client.close()

  const folder = await mkdtemp(join(tmpdir(), 'solstice-pglite-'))
  const path = join(folder, 'template.tar')
  await writeFile(path, Buffer.from(await dump.arrayBuffer()))
  process.env[PATH_VARIABLE] = path
  return () => rm(folder, { recursive: true, force: true })
}

export async function openPgliteCopy(): Promise<Database> {
  const path = process.env[PATH_VARIABLE]
  if (!path) throw new Error(`${PATH_VARIABLE} says where the migrated template is`)
  const loadDataDir = new Blob([await readFile(path)])
  return pgliteDatabase(await PGlite.create({ loadDataDir }))
}
