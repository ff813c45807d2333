import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMetrics } from '#/metric-readings.ts'
import { insertMembers } from '#test/insert-members.ts'
import { PATH_IDS } from '#test/owned-ids.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { anEmail, mailedCode, openBrowser, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { endPauses } from '#test/test-wallet.ts'

/** Enough rows for hundreds of pages in every table. */
const OTHERS = 20_000
/** Far above what the rows of one member need. */
const PAGES_MAX = 60

/** Begins a statement whose rows are fetched in batches. */
const CURSOR = /^declare \S+ no scroll cursor for /

type Sent = { text: string; values: unknown[] }

let server: TestApp
let explaining: Client
let sent: Sent[] = []
beforeAll(async () => {
  const database = await openTestDatabase({
    logQuery: (text, values) => void sent.push({ text, values }),
  })
  server = await startTestApp({ database, withChains: true })
  explaining = new Client({ connectionString: database.url })
  await explaining.connect()
  await seedOthers()
})
afterAll(async () => {
  await explaining.end()
  await server.close()
})

/** Inserts other members with rows in the tables that the statements below read. */
async function seedOthers(): Promise<void> {
  const { seasonId } = await aSeason(server)
  const { db } = server.ctx
  await insertMembers(db, OTHERS)
  const at = sql`${server.clock.now.toISOString()}::timestamptz`
  const others = sql`(select id as i from members) m`
  for (const statement of [
    sql`insert into sessions (id, member_id, keep_logged_in, created_at, rotated_at, expires_at, ended_at)
      select gen_random_uuid(), i, true, ${at}, ${at}, ${at}, ${at} from ${others}`,
    sql`insert into push_subscriptions (member_id, session_id, endpoint, p256dh, auth, created_at)
      select member_id, id, 'https://push.example/' || member_id, 'key', 'auth', ${at} from sessions`,
    sql`insert into season_standings (season_id, member_id, xp, score)
      select ${seasonId}, i, 0, 0 from ${others}`,
    sql`insert into season_members (season_id, member_id) select ${seasonId}, i from ${others}`,
    sql`insert into mission_opens (season_id, mission_id, member_id, opened_at)
      select ${seasonId}, 7, i, ${at} from ${others}`,
    sql`insert into verification_codes (email, purpose, sent_at, expires_at)
      select i || '@harbor.example', 'SIGNUP', ${at}, ${at} from ${others}`,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id, state,
        nonce, account, created_at, reserved_at)
      select 'REWARD', 'other:' || i, i, '0x', 'USDS', 6, 1, 31337, 'CONFIRMED', i, '0x', ${at}, ${at}
      from ${others}`,
    sql`insert into jobs (kind, payload, due_at, done_at, created_at)
      select 'other', '{}', ${at}, ${at}, ${at} from ${others}`,
    sql`analyze`,
  ])
    await db.execute(statement)
}

/** Returns the statements of a call that read more pages than one member's rows need. */
async function growing(call: () => Promise<unknown>): Promise<string[]> {
  sent = []
  await call()
  const seen = new Map(sent.map((each) => [each.text, each]))
  const found: string[] = []
  for (const { text: statement, values } of seen.values()) {
    const text = statement.replace(CURSOR, '')
    if (!/^[\s(]*(?:select|insert|update|delete|with)\b/i.test(text)) continue
    const pages = await pagesOf({ text, values })
    if (pages > PAGES_MAX) found.push(`${pages} pages: ${text.slice(0, 200)}`)
  }
  return found
}

async function pagesOf({ text, values }: Sent): Promise<number> {
  await explaining.query('begin')
  try {
    const { rows } = await explaining.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  } finally {
    await explaining.query('rollback')
  }
}

describe('reads the same few pages with many other members', () => {
  test('when an account is deleted', async () => {
    const member = await memberWithPin(server)
    await endPauses(server, member.userId)
    const headers = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const

    expect(await growing(() => member.call('account.delete', { body }, headers))).toEqual([])
  })

  test('when all data of a member is exported', async () => {
    const member = await memberWithPin(server)
    const headers = await pinHeader(member, PIN, 'DATA_EXPORT')

    const found = await growing(async () => {
      await member.call('export.create', {}, headers)
      // The statements run again when they are explained.
      await server.ctx.db.execute(sql`delete from data_exports`)
    })

    expect(sent.filter(({ text }) => CURSOR.test(text)).length).toBeGreaterThan(40)
    expect(found).toEqual([])
  })

  test('when a session is ended', async () => {
    const member = await signUpMember(server)
    const ids = PATH_IDS['session.end']
    const own = ids?.kind === 'owned' ? await ids.make(server, member) : undefined
    const sessionId = String(own?.params['sessionId'])

    const calls = () => member.call('session.end', { params: { sessionId } })

    expect(await growing(calls)).toEqual([])
  })

  test('when a code is mailed and verified', async () => {
    const [browser, email] = [openBrowser(server), anEmail()]
    const verify = async () => {
      await browser.call('auth.sendSignUpCode', { body: { email } })
      const code = mailedCode(server, email)
      await browser.call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } })
    }

    expect(await growing(verify)).toEqual([])
  })

  test('when an operator reads the treasury and when metrics are read', async () => {
    const operator = await anOperator(server)

    const read = async () => {
      await operator.call('payout.treasury', {})
      await readMetrics(server.ctx)
    }

    expect(await growing(read)).toEqual([])
  })
})
