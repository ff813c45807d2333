import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'drizzle-orm'
import { Client } from 'pg'
import { openPostgres, type Database } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { POSTGRES_LIMITS } from '#/platform/process/postgres-pool.ts'
import { openEmptyCopy, openMigratedCopy } from './pglite-template.ts'

/** A hundred concurrent calls on a busy machine may wait for long, and no test measures that. */
const LIMITS = {
  ...POSTGRES_LIMITS,
  connectMs: 100_000,
  statementMs: 100_000,
  answerMs: 110_000,
}

/** Opens a separate database for one test file: a copy of a migrated template, on either engine. */
export async function openTestDatabase(
  logger?: Logger,
): Promise<Database & { url: string | undefined }> {
  if (process.env['SOLSTICE_TEST_DB'] !== 'postgres') {
    return { ...(await openMigratedCopy()), url: undefined }
  }
  const { url, socketUrl } = await createDatabase()
  const database = await openPostgres(
    socketUrl,
    (error) => {
      throw error
    },
    LIMITS,
    logger,
  )
  return { ...database, url }
}

/** Opens a database without tables, for the tests of migrations. */
export async function openEmptyDatabase(): Promise<Database & { url: string | undefined }> {
  if (process.env['SOLSTICE_TEST_DB'] !== 'postgres') {
    return { ...(await openEmptyCopy()), url: undefined }
  }
  const url = await withAdmin(async (admin, serverUrl) => {
    const name = newName()
    await admin.query(`create database ${name} strategy ${COPY_STRATEGY}`)
    return databaseUrl(serverUrl, name)
  })
  return { ...(await openPostgres(url, () => {})), url }
}

const TEMPLATE = 'solstice_template'
/** The default strategy also writes every page to the WAL, which takes two to four times as long. */
const COPY_STRATEGY = 'file_copy'
const TEMPLATE_LOCK = 7_340_212

/**
 * Test files run in several processes; the first one creates the template, and the others wait for
 * it.
 */
function createDatabase(): Promise<{ url: string; socketUrl: string }> {
  return withAdmin(async (admin, serverUrl) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [
      TEMPLATE,
    ])
    if (rowCount === 0) await createTemplate(admin, serverUrl)
    const name = newName()
    await admin.query(`create database ${name} template ${TEMPLATE} strategy ${COPY_STRATEGY}`)
    const url = databaseUrl(serverUrl, name)
    return { url, socketUrl: await overSocket(admin, url) }
  })
}

async function withAdmin<Result>(
  work: (admin: Client, serverUrl: string) => Promise<Result>,
): Promise<Result> {
  const serverUrl = process.env['SOLSTICE_TEST_DATABASE_URL']
  if (!serverUrl) throw new Error('SOLSTICE_TEST_DATABASE_URL is not set')
  const admin = new Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    return await work(admin, serverUrl)
  } finally {
    await admin.end()
  }
}

/**
 * Connects over the socket file of a cluster on this machine, because a query over TCP takes a third
 * more processor time. Programs and proxies that a test starts use TCP, as in production.
 */
async function overSocket(admin: Client, tcpUrl: string): Promise<string> {
  const { rows } = await admin.query<{ folder: string; port: string }>(
    `select current_setting('unix_socket_directories') as folder, current_setting('port') as port`,
  )
  const [row] = rows
  if (!row || !existsSync(join(row.folder, `.s.PGSQL.${row.port}`))) return tcpUrl
  const url = new URL(tcpUrl)
  url.searchParams.set('host', row.folder)
  return url.href
}

function newName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`
}

async function createTemplate(admin: Client, serverUrl: string): Promise<void> {
  const building = `${TEMPLATE}_building`
  await admin.query(`drop database if exists ${building}`)
  await admin.query(`create database ${building}`)
  const database = await openPostgres(databaseUrl(serverUrl, building), () => {})
  await migrate(database)
  await database.close()
  await admin.query(`alter database ${building} rename to ${TEMPLATE}`)
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
