import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { queueSweep } from '#/platform/process/sweep.ts'
import { insertMember } from '#test/insert-members.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anEmail, openBrowser } from '#test/test-member.ts'
import { sweeps } from './sweeps.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Tables with an expiry whose rows stay nevertheless. */
const KEPT: Record<string, string> = {
  approvals: 'who approved what must stay known',
  operators: 'actors in the audit log must stay identifiable',
  orders: 'orders belong to the purchase history of a member',
  push_subscriptions: 'a subscription stays until its device is gone; the timestamp only pauses it',
  refunds: 'refunds belong to the history of a member; the timestamp only ends a claim',
}

test('every table with an expiry has a sweep or a reason to keep its rows', async () => {
  const columns = await rowsOf<{ table: string; column: string }>(
    server.ctx.db,
    sql`select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type like 'timestamp%'
        and (column_name like '%expires_at' or column_name like '%_until')
      order by 1, 2`,
  )
  const swept = new Set(sweeps.map(({ table }) => table))
  const unswept = columns.filter(({ table }) => !swept.has(table) && KEPT[table] === undefined)

  expect(columns.map(({ table }) => table)).toContain('sessions')
  expect(columns.map(({ table }) => table)).toContain('verification_codes')
  expect(unswept).toEqual([])
})

test('every sweep reads an index that begins with its columns', async () => {
  const indexes = await rowsOf<{ indexdef: string }>(
    server.ctx.db,
    sql`select indexdef from pg_indexes where schemaname = 'public'`,
  )
  const isFound = ({ table, column, key = [] }: (typeof sweeps)[number]) => {
    const columns = [column, ...key].join(', ')
    return indexes.some(({ indexdef }) =>
      indexdef.includes(` public.${table} USING btree (${columns}`),
    )
  }

  // The excluded table has one row for each push service.
  const large = sweeps.filter(({ table }) => table !== 'push_services')
  expect(large.filter((sweep) => !isFound(sweep))).toEqual([])
})

test('sessions and mailed codes are deleted once they are unusable', async () => {
  const { db, now } = server.ctx
  const memberId = await insertMember(db)
  const insertSession = (expiresAt: Date) =>
    db.execute(sql`insert into sessions
    (id, member_id, keep_logged_in, created_at, rotated_at, expires_at)
    values (gen_random_uuid(), ${memberId}, false, ${expiresAt.toISOString()}::timestamptz,
      ${expiresAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz)`)
  await insertSession(new Date(now().getTime() - 178 * DAY_MS))
  await insertSession(new Date(now().getTime() - 178 * DAY_MS + 1))
  const [email, later] = [anEmail(), anEmail()]
  await openBrowser(server).call('auth.sendSignUpCode', { body: { email } })
  server.clock.advance(DAY_MS)
  await openBrowser(server).call('auth.sendSignUpCode', { body: { email: later } })
  server.clock.advance(DAY_MS)

  await queueSweep(server.ctx, now())
  await server.worker.runDue()

  const codes = await rowsOf(db, sql`select email from verification_codes`)
  const sessions = await rowsOf(db, sql`select id from sessions where member_id = ${memberId}`)
  expect(codes).toEqual([{ email: later }])
  expect(sessions).toHaveLength(1)
})

test('read notices, security events and details of seasons are deleted after their lifetime', async () => {
  const { db, now } = server.ctx
  const memberId = await insertMember(db)
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()
  const insertAged = (notice: number, season: number, days: number) =>
    db.transaction(async (tx) => {
      // The notices and seasons that the rows refer to are not needed here.
      await tx.execute(sql`set local session_replication_role = replica`)
      const at = sql`${daysAgo(days)}::timestamptz`
      await tx.execute(sql`insert into notice_reads (member_id, notice_id, read_at)
        values (${memberId}, ${notice}, ${at})`)
      await tx.execute(sql`insert into security_events (member_id, kind, created_at, mailed_at)
        values (${memberId}, 'PIN_SET', ${at}, ${at})`)
      await tx.execute(sql`insert into mission_opens (season_id, mission_id, member_id, opened_at)
        values (${season}, 1, ${memberId}, ${at})`)
      await tx.execute(sql`insert into mission_alarms
          (member_id, season_id, mission_id, enabled, updated_at)
        values (${memberId}, ${season}, 1, true, ${at})`)
    })
  await insertAged(900_001, 900_001, 401)
  await insertAged(900_002, 900_002, 59)

  await queueSweep(server.ctx, new Date(now().getTime() - 1))
  await server.worker.runDue()

  const left = await rowsOf(
    db,
    sql`select
      (select count(*)::int from notice_reads where member_id = ${memberId}) as reads,
      (select count(*)::int from security_events where member_id = ${memberId}) as events,
      (select count(*)::int from mission_opens where member_id = ${memberId}) as opens,
      (select count(*)::int from mission_alarms where member_id = ${memberId}) as alarms`,
  )
  expect(left).toEqual([{ reads: 1, events: 1, opens: 1, alarms: 1 }])
})
