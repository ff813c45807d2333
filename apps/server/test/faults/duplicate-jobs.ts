import { sql } from 'drizzle-orm'
import { openPostgres, rowsOf, type Db } from '#/platform/process/db.ts'
import { drain, runWithFaults, paymentSettings, prepare, type Run } from './payments-run.ts'
import type { Scenario } from './scenario.ts'

/** The probability that a finished job is delivered again, per tick. */
const SHARE = 0.3
/** Stays far below the number of attempts after which a job is given up. */
const MAX_DELIVERIES = 4

/**
 * Delivers finished jobs again, as if their worker had died before marking them as done, while
 * members buy, pay and request refunds. At the end every effect must have happened once.
 */
export const duplicateJobs: Scenario = {
  name: 'duplicate-jobs',
  about: 'jobs of every kind delivered again after they were done, during payments',
  engines: ['postgres'],
  run: async (given) => {
    const run = await prepare(given, paymentSettings(given))
    const database = await openPostgres(given.settings['DATABASE_URL'] ?? '', () => {})
    try {
      await runWithFaults(run, {
        at: () => deliverAgain(database.db, run),
        over: async (address) => {
          await assertDistinctMails(address, run)
        },
      })
      await drain(run)
      run.tally['kinds'] = await countKinds(database.db)
    } finally {
      await database.close()
    }
    return run.tally
  },
}

async function deliverAgain(db: Db, { given, tally }: Run): Promise<void> {
  const rows = await rowsOf<{ id: number | string }>(
    db,
    sql`select id from jobs where done_at is not null and attempts < ${MAX_DELIVERIES} order by id`,
  )
  const ids = rows.map(({ id }) => Number(id)).filter(() => given.chance() < SHARE)
  await db.execute(sql`update jobs set done_at = null, leased_until = null
    where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`)
  tally['deliveredAgain'] = (tally['deliveredAgain'] ?? 0) + ids.length
}

/** Two mails with the same text to one address are a duplicate. */
async function assertDistinctMails(address: string, { payers }: Run): Promise<void> {
  for (const { email } of payers) {
    const reply = await fetch(`${address}/dev/mailbox?to=${encodeURIComponent(email)}`)
    const texts = ((await reply.json()) as { text: string }[]).map(({ text }) => text)
    if (new Set(texts).size !== texts.length)
      throw new Error(`${email} received the same mail twice`)
  }
}

async function countKinds(db: Db): Promise<number> {
  const rows = await rowsOf(db, sql`select distinct kind from jobs where attempts > 1`)
  return rows.length
}
