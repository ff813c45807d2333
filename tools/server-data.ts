import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresBin } from './postgres.ts'

/** The test cluster of this run, if it has one. */
const CLUSTER = 'SOLSTICE_TEST_DATABASE_URL'
/** The data folder of a server that was started once, and the database it seeded. */
const SEED_FOLDER = 'SOLSTICE_TEST_SEED_FOLDER'
const SEED_DATABASE = 'SOLSTICE_TEST_SEED_DATABASE'
/** A database that is migrated and has no data. */
const MIGRATED_DATABASE = 'SOLSTICE_TEST_MIGRATED_DATABASE'

const newName = () => `journey_${randomUUID().replaceAll('-', '')}`

export const hasCluster = (): boolean => process.env[CLUSTER] !== undefined

type DatabaseEnv = { DATABASE_URL: string; LOCAL_CHAINS: string }

async function createDatabase(name: string, template?: string): Promise<DatabaseEnv> {
  const url = new URL(process.env[CLUSTER] ?? '')
  // The default strategy also writes every page to the WAL, which takes two to four times as long.
  const from = template === undefined ? [] : ['--template', template, '--strategy', 'file_copy']
  const program = join(findPostgresBin() ?? '', 'createdb')
  await promisify(execFile)(program, ['--maintenance-db', url.href, ...from, name])
  url.pathname = `/${name}`
  return { DATABASE_URL: url.href, LOCAL_CHAINS: 'true' }
}

/**
 * Gives a server its own database on the test cluster. It starts with a copy of the seeded data,
 * unless it has its own clock or operator token and so seeds different data.
 */
export async function onCluster(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const seed = process.env[SEED_FOLDER]
  const canUseSeed = env['SOLSTICE_NOW'] === undefined && env['OPERATOR_TOKEN'] === undefined
  if (seed === undefined || !canUseSeed) {
    return createDatabase(newName(), process.env[MIGRATED_DATABASE])
  }
  await cp(seed, folder, { recursive: true })
  return createDatabase(newName(), process.env[SEED_DATABASE])
}

/** Copies the migrated database of this run's template into a new folder. */
export async function fillFolder(folder: string): Promise<void> {
  const template = process.env['SOLSTICE_TEST_TEMPLATE']
  const database = join(folder, 'database')
  if (template === undefined || existsSync(database)) return
  await cp(join(template, 'database'), database, { recursive: true })
}

/**
 * Migrates a database and seeds a copy of it by starting one server; later servers start with copies
 * of either.
 */
export async function seedData(
  folder: string,
  {
    migrateOnce,
    startOnce,
  }: {
    migrateOnce: (url: string) => Promise<void>
    startOnce: (env: NodeJS.ProcessEnv) => Promise<void>
  },
): Promise<void> {
  const [migrated, seeded] = [newName(), newName()]
  const { DATABASE_URL } = await createDatabase(migrated)
  await migrateOnce(DATABASE_URL)
  const database = await createDatabase(seeded, migrated)
  await startOnce({ ...database, SOLSTICE_DATA: folder })
  process.env[MIGRATED_DATABASE] = migrated
  process.env[SEED_FOLDER] = folder
  process.env[SEED_DATABASE] = seeded
}
