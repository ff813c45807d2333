import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgliteDatabase, type Database } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'

/** Where a run keeps what all of its servers and test files start from. */
const FOLDER_VARIABLE = 'SOLSTICE_TEST_TEMPLATE'

/**
 * Global set-up of whatever runs on PGlite. Making a database and migrating it takes seconds of a
 * processor, so it is done once per run: servers start on a copy of the folder, test files in
 * memory on a copy of the dump.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[FOLDER_VARIABLE]) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'solstice-template-'))
  await makeTemplate(folder)
  process.env[FOLDER_VARIABLE] = folder
  return async () => {
    delete process.env[FOLDER_VARIABLE]
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(folder: string): Promise<void> {
  const client = await PGlite.create(dataOf(folder))
  // Nobody makes a second database in it, and two thirds of the files to copy are these.
  await client.exec('update pg_database set datistemplate = false')
  for (const spare of ['template0', 'template1']) await client.exec(`drop database ${spare}`)
  await keepDump(client, emptyDump(folder))
  await migrate(await pgliteDatabase(client))
  await keepDump(client, migratedDump(folder))
  await client.close()
}

async function keepDump(client: PGlite, path: string): Promise<void> {
  const dump = await client.dumpDataDir('none')
  await writeFile(path, Buffer.from(await dump.arrayBuffer()))
}

/** As the server names it in its own folder. */
const dataOf = (folder: string) => join(folder, 'database')
const emptyDump = (folder: string) => join(folder, 'empty.tar')
const migratedDump = (folder: string) => join(folder, 'migrated.tar')

function templateFolder(): string {
  const folder = process.env[FOLDER_VARIABLE]
  if (!folder) throw new Error(`${FOLDER_VARIABLE} says where the template is`)
  return folder
}

export function openMigratedCopy(): Promise<Database> {
  return openDump(migratedDump(templateFolder()))
}

export function openEmptyCopy(): Promise<Database> {
  return openDump(emptyDump(templateFolder()))
}

async function openDump(path: string): Promise<Database> {
  return pgliteDatabase(await PGlite.create({ loadDataDir: new Blob([await readFile(path)]) }))
}

/** Gives a server's folder, before its first start, a database that is migrated already. */
export async function furnish(folder: string): Promise<void> {
  await cp(dataOf(templateFolder()), dataOf(folder), { recursive: true })
}
