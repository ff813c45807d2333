import { globSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import type * as OwnDatabase from '../../apps/server/src/platform/process/db.ts'

type Db = OwnDatabase.Db

/** Statements through the database handle of a checkout, without a server. */
export const ROUND_TRIPS: Record<string, (db: Db, turn: number) => Promise<unknown>> = {
  'one statement': (db, turn) =>
    db.execute(sql`select id from trips where id = ${1 + (turn % 100)}`),
  'a transaction of two statements': (db, turn) =>
    db.transaction(async (tx) => {
      const id = 1 + (turn % 100)
      await tx.execute(sql`select id from trips where id = ${id}`)
      await tx.execute(sql`select count from trips where id = ${id}`)
    }),
}

const MAKE_TABLE = `create table trips (id int primary key, count int not null default 0);
  insert into trips (id) select generate_series(1, 100);`

/** Opens the database with the code of the checkout, where the file may have moved. */
async function openDatabase(checkout: string) {
  const [file] = globSync('apps/server/src/platform/**/db.ts', { cwd: checkout })
  if (file === undefined) throw new Error(`${checkout} has no db.ts`)
  // The functions used here are the same in every checkout that this command can compare.
  const { openPglite, openPostgres } = (await import(join(checkout, file))) as typeof OwnDatabase
  const url = process.env['DATABASE_URL']
  return url === undefined ? openPglite(process.env['SOLSTICE_DATA']) : openPostgres(url, () => {})
}

async function perSecond(
  db: Db,
  run: (db: Db, turn: number) => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  let turn = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const repeat = async (): Promise<void> => {
    while (performance.now() < endsAt) await run(db, (turn += 1))
  }
  await Promise.all(Array.from({ length: clients }, repeat))
  return turn / ((performance.now() - startedAt) / 1000)
}

const checkout = process.env['CHECKOUT']
if (checkout !== undefined) {
  const database = await openDatabase(checkout)
  await database.runScript(MAKE_TABLE)
  const app = Fastify()
  app.get<{ Querystring: { name: string; clients: string; seconds: string } }>(
    '/',
    async ({ query: { name, clients, seconds } }) => {
      const run = ROUND_TRIPS[name]
      if (!run) throw new Error(`Unknown round trip ${name}`)
      const load = { clients: Number(clients), seconds: Number(seconds) }
      return String(await perSecond(database.db, run, load))
    },
  )
  console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
}
