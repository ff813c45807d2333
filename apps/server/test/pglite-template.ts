import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLITE_EXTENSIONS, pgliteDatabase, type Database } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'

/** Names the folder with the template that all servers and test files of a run start from. */
const FOLDER_VARIABLE = 'SOLSTICE_TEST_TEMPLATE'

/**
 * Global set-up of everything that runs on PGlite. Creating and migrating a database takes seconds
 * of processor time, so it is done once per run: servers start on a copy of the folder, test files
 * in memory on a copy of the dump.
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
  const client = await PGlite.create(databaseFolder(folder), {
    extensions: PGLITE_EXTENSIONS,
  })
  // No further database is created in it, and these two make up two thirds of the files to copy.
  await client.exec('update pg_database set datistemplate = false')
  for (const templateName of ['template0', 'template1'])
    await client.exec(`drop database ${templateName}`)
  await writeDump(client, emptyDump(folder))
  await migrate(await pgliteDatabase(client))
  await writeDump(client, migratedDump(folder))
  await client.close()
}

async function writeDump(client: PGlite, path: string): Promise<void> {
  const dump = await client.dumpDataDir('none')
  await writeFile(path, Buffer.from(await dump.arrayBuffer()))
}

/** Matches the name that the server uses in its own folder. */
const databaseFolder = (folder: string) => join(folder, 'database')
const emptyDump = (folder: string) => join(folder, 'empty.tar')
const migratedDump = (folder: string) => join(folder, 'migrated.tar')

function templateFolder(): string {
  const folder = process.env[FOLDER_VARIABLE]
  if (!folder) throw new Error(`${FOLDER_VARIABLE} is not set`)
  return folder
}

export function openMigratedCopy(): Promise<Database> {
  return openDump(migratedDump(templateFolder()))
}

export function openEmptyCopy(): Promise<Database> {
  return openDump(emptyDump(templateFolder()))
}

async function openDump(path: string): Promise<Database> {
  const loadDataDir = new Blob([await readFile(path)])
  return pgliteDatabase(await PGlite.create({ loadDataDir, extensions: PGLITE_EXTENSIONS }))
}

/** Copies a migrated database into a server's folder before its first start. */
export async function copyTemplate(folder: string): Promise<void> {
  await cp(databaseFolder(templateFolder()), databaseFolder(folder), { recursive: true })
}
