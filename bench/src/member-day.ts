import { sql } from 'drizzle-orm'
import { QUIZ_QUESTIONS } from '../../apps/server/src/demo/quiz-questions.ts'
import { openPostgres, rowsOf, type Db } from '../../apps/server/src/platform/process/db.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { psql } from './pgbench.ts'
import type { Section } from './section.ts'
import { withMembers } from './with-members.ts'

/** The missions of an active member's day in the demo season, as in docs/tables.md. */
const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
const QUIZ = 14
const DAY = [CHECK_IN, TICKETS, QUIZ, SPIN, SPIN, SPIN]

/** The cost of an active member's missions of one day on the primary. */
export type MemberDayRow = {
  members: number
  clients: number
  seconds: number
  /** Mean numbers per member. */
  rows: number
  dataBytes: number
  walBytes: number
}

export const MEMBER_DAY: Section<MemberDayRow> = {
  takes: '1 min',
  usesPostgres: true,
  run: ({ load }) => measureDay(load.clients),
  print: (rows) => console.table(rows),
}

function measureDay(clients: number): Promise<MemberDayRow[]> {
  return withMembers(async ({ databaseUrl, server, sessions, makeSeason }) => {
    const seasonId = await makeSeason()
    // Images of whole pages depend on the time since a checkpoint and not on the rows.
    await psql(databaseUrl, 'alter system set full_page_writes = off')
    await psql(databaseUrl, 'select pg_reload_conf()')
    const { db, close } = await openPostgres(databaseUrl, () => {})
    try {
      const before = await measure(db)
      const startedAt = performance.now()
      const waiting = [...sessions]
      const liveDays = async () => {
        for (let cookie = waiting.pop(); cookie !== undefined; cookie = waiting.pop()) {
          await liveDay(server.url, { cookie, seasonId })
        }
      }
      await withProgress('A day of missions', () =>
        Promise.all(Array.from({ length: clients }, liveDays)),
      )
      const seconds = (performance.now() - startedAt) / 1000
      const after = await measure(db)
      const members = sessions.length
      const mean = (name: keyof typeof after) => Math.round((after[name] - before[name]) / members)
      return [
        {
          members,
          clients,
          seconds,
          rows: mean('rows'),
          dataBytes: mean('dataBytes'),
          walBytes: mean('walBytes'),
        },
      ]
    } finally {
      await close()
    }
  })
}

async function liveDay(server: URL, of: { cookie: string; seasonId: number }): Promise<void> {
  const headers = { origin: server.origin, cookie: of.cookie, 'content-type': 'application/json' }
  for (const [at, missionId] of DAY.entries()) {
    const url = new URL(`/v1/private/seasons/${of.seasonId}/missions/${missionId}`, server)
    const body =
      missionId === SPIN
        ? { clientSeed: 'bench' }
        : missionId === QUIZ
          ? { answer: await readAnswer(url, of.cookie) }
          : {}
    const reply = await fetch(`${url.href}/execute`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `day-${at}` },
      body: JSON.stringify(body),
    })
    const { code } = (await reply.json()) as { code: number } // The envelope of every reply.
    if (code !== 0) throw new Error(`Mission ${missionId} was refused with ${code}`)
  }
}

async function readAnswer(url: URL, cookie: string) {
  const reply = await fetch(url, { headers: { cookie } })
  // The form of the reply of `mission.show`.
  const { data } = (await reply.json()) as { data: { question: { questionId: number } } }
  const { questionId } = data.question
  return { questionId, option: QUIZ_QUESTIONS[questionId]?.answer ?? 0 }
}

async function measure(db: Db) {
  const [sizes] = await rowsOf<{ data: string; wal: string }>(
    db,
    sql`select pg_database_size(current_database()) as data,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal`,
  )
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  let rows = 0
  for (const { name } of tables) {
    const [counted] = await rowsOf<{ count: string }>(
      db,
      sql`select count(*) as count from ${sql.identifier(name)}`,
    )
    rows += Number(counted?.count)
  }
  return { rows, dataBytes: Number(sizes?.data), walBytes: Number(sizes?.wal) }
}
