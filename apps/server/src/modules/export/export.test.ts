import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { verifyExport } from '@solstice/points-log/export-file'
import { nodeCrypto } from '@solstice/points-log/node-crypto'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { maskNickname } from '@solstice/rules/nickname'
import { appendPostings } from '#/modules/points-log/points-log.service.ts'
import { transfer } from '#/platform/books/ledger.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { memberWithEverything } from '#test/busy-member.ts'
import { OMITTED_COLUMNS, SECRET } from '#test/export-excuses.ts'
import type { TestApp } from '#test/test-app.ts'
import { downloadData, rowsIn, type DownloadedFile } from '#test/test-export.ts'
import { logInAgain } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { memberWithPin, PIN, pinHeader } from '#test/test-pin.ts'
import { openTokenShop } from '#test/token-shop.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { EXPORTED, readRows } from './export.queries.ts'

let server: TestApp
/** A member to whom everything has happened. */
let member: Awaited<ReturnType<typeof memberWithEverything>>
let file: DownloadedFile
beforeAll(async () => {
  const shop = await openTokenShop()
  ;({ server } = shop)
  const support = await anOperator(server, 'SUPPORT')
  const finance = await anOperator(server, 'FINANCE')
  member = await memberWithEverything(shop, { support, finance })
  await logInAgain(member)
  await appendAll()
  file = await downloadData(member)
})
afterAll(() => server.close())

async function appendAll(): Promise<void> {
  while ((await appendPostings(server.ctx)) === 'part');
}

/** The texts in a column, for every member. */
async function textsIn(column: string): Promise<string[]> {
  const [table = '', name = ''] = column.split('.')
  const rows = await rowsOf<{ value: string | null }>(
    server.ctx.db,
    sql`select ${sql.identifier(name)}::text as value from ${sql.identifier(table)}`,
  )
  return rows.flatMap(({ value }) => (value !== null && value.length >= 16 ? [value] : []))
}

test('the file has everything about the member, signed, and proves the history', async () => {
  const result = verifyExport(nodeCrypto, file)
  const [log] = await rowsOf<{ entries: string }>(
    server.ctx.db,
    sql`select entries from points_log_members where member_id = ${member.userId}`,
  )
  expect(Number(log?.entries)).toBeGreaterThan(4)
  expect(result).toMatchObject({ ok: true, entries: Number(log?.entries) })
  expect(file.data).toHaveLength(file.bytes)
  expect(file.data).toMatch(/^[ -~]+$/)
  expect(file.data).not.toMatch(/[<>&]/)
  expect(rowsIn(file, 'members')).toEqual([
    expect.objectContaining({ id: member.userId, email: member.email }),
  ])
  const filled = file.content.tables.filter(({ rows }) => rows.length > 0).map(({ name }) => name)
  for (const name of ['histories', 'orders', 'refunds', 'payouts', 'sessions', 'member_refusals']) {
    expect(filled).toContain(name)
  }
})

test('no secret, no other member and no operator is in the file', async () => {
  const { data, content } = file
  const secrets = Object.keys(OMITTED_COLUMNS).filter((name) => OMITTED_COLUMNS[name] === SECRET)
  const values = (await Promise.all(secrets.map(textsIn))).flat()
  expect(values.length).toBeGreaterThan(10)
  expect(values.filter((value) => data.includes(value))).toEqual([])
  const others = await rowsOf<{ id: string; email: string; nickname: string }>(
    server.ctx.db,
    sql`select id, email, nickname from members where id <> ${member.userId}`,
  )
  const named = others.filter(
    ({ email, nickname }) => data.includes(email) || data.includes(nickname),
  )
  expect(named).toEqual([])
  const operators = await rowsOf<{ name: string }>(server.ctx.db, sql`select name from operators`)
  expect(operators.filter(({ name }) => data.includes(name))).toEqual([])
  const [friend] = await rowsOf<{ nickname: string }>(
    server.ctx.db,
    sql`select nickname from members where referred_by = ${member.userId}`,
  )
  expect(content.tables.find(({ name }) => name === 'friends')?.rows).toEqual([
    expect.objectContaining({ nickname: maskNickname(friend?.nickname ?? '') }),
  ])
})

test('the summary counts what the file contains', async () => {
  const { data: summary } = await member.call('export.summary', {})

  const entries = file.content.log.reduce((sum, page) => sum + page.entries.length, 0)
  expect(summary).toMatchObject({
    profile: 1,
    entries,
    payouts: rowsIn(file, 'payouts').length + rowsIn(file, 'invite_withdrawals').length,
    friends: rowsIn(file, 'friends').length,
    purchases: rowsIn(file, 'orders').length,
    devices: rowsIn(file, 'sessions').length + rowsIn(file, 'known_devices').length,
  })
})

test('the PIN is needed, the member is mailed, and the sixth file of a day is refused', async () => {
  const owner = await memberWithPin(server)
  const refused = await owner.call('export.create', {})
  expect(refused.code).toBe(Code.PIN_VERIFICATION_REQUIRED)
  const foreign = await pinHeader(owner, PIN, 'ACCOUNT_DELETE')
  expect((await owner.call('export.create', {}, foreign)).code).toBe(Code.PIN_VERIFICATION_REQUIRED)

  for (let time = 0; time < 3; time++) await downloadData(owner)
  const header = await pinHeader(owner, PIN, 'DATA_EXPORT')
  const sixth = await owner.call('export.create', {}, header)

  expect(sixth.code).toBe(Code.TOO_MANY_REQUESTS)
  const mails = server.mails.filter(({ to }) => to === owner.email)
  expect(
    mails.filter(({ subject }) => subject === 'Your Solstice data was downloaded'),
  ).toHaveLength(3)
  server.clock.advance(DAY_MS)
  await logInAgain(owner)
  expect((await downloadData(owner)).parts).toBe(1)
})

test('no file is made while a possible takeover pauses withdrawals', async () => {
  const owner = await memberWithPin(server)
  await server.ctx.db.execute(
    sql`update security_events set kind = 'PASSWORD_RESET' where member_id = ${owner.userId}`,
  )

  const header = await pinHeader(owner, PIN, 'DATA_EXPORT')
  const paused = await owner.call('export.create', {}, header)

  expect(paused.code).toBe(Code.WITHDRAWALS_PAUSED)
  server.clock.advance(2 * DAY_MS)
  await logInAgain(owner)
  expect((await downloadData(owner)).parts).toBe(1)
})

test('a part is read by its member only, until the file expires or the next one is made', async () => {
  const owner = await memberWithPin(server)
  const other = await memberWithPin(server)
  const first = await downloadData(owner)
  const second = await downloadData(owner)
  const codeOf = async (browser: typeof owner, exportId: string, part = 1) =>
    (await browser.call('export.part', { params: { exportId, part } })).code

  expect(await codeOf(owner, second.exportId)).toBe(0)
  expect(await codeOf(owner, second.exportId, 2)).toBe(Code.NOT_FOUND)
  expect(await codeOf(owner, first.exportId)).toBe(Code.NOT_FOUND)
  expect(await codeOf(other, second.exportId)).toBe(Code.NOT_FOUND)
  server.clock.advance(HOUR_MS)
  await logInAgain(owner)
  expect(await codeOf(owner, second.exportId)).toBe(Code.NOT_FOUND)
})

test('a posting that is committed while the file is written is in no part of it', async () => {
  const { db } = server.ctx
  const owner = await memberWithPin(server)
  const give = (amount: bigint) =>
    transfer(db, {
      kind: 'CREDIT',
      key: `export:${owner.userId}:${amount}`,
      at: server.clock.now,
      from: { system: 'ISSUANCE' },
      to: { member: owner.userId },
      asset: 'XP',
      amount,
    })
  await give(5n)
  await appendAll()
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  // The file waits for one of its last tables, after the balances and before the points log.
  const locking = db.transaction(async (tx) => {
    await tx.execute(sql`lock table incoming_deposits in access exclusive mode`)
    await isReleased
  })

  const downloading = downloadData(owner)
  await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(1)
  await give(7n)
  await appendAll()
  release()
  await locking
  const file = await downloading

  expect(rowsIn(file, 'ledger_accounts')).toMatchObject([{ asset: 'XP', balance: '5' }])
  expect(file.content.log).toMatchObject([{ count: 1, balances: [{ asset: 'XP', amount: '5' }] }])
  expect(verifyExport(nodeCrypto, file)).toMatchObject({ ok: true, entries: 1 })
})

test('100,000 rows are read in batches and kept in parts of one size', async () => {
  const { db } = server.ctx
  const owner = await memberWithPin(server)
  await db.execute(
    sql`insert into alerts (member_id, code, data, created_at)
      select ${owner.userId}, 'REWARD', '{}', now() from generate_series(1, 100000)`,
  )

  const header = await pinHeader(owner, PIN, 'DATA_EXPORT')
  const { data: created } = await owner.call('export.create', {}, header)

  const parts = await rowsOf<{ content: string }>(
    db,
    sql`select content from data_export_parts where export_id = ${created?.exportId} order by number`,
  )
  const sizes = parts.map(({ content }) => content.length)
  expect(sizes.slice(0, -1).every((size) => size === 256 * 1024)).toBe(true)
  expect(parts).toHaveLength(created?.parts ?? 0)
  const data = parts.map(({ content }) => content).join('')
  expect(data.match(/"code":"REWARD"/g)).toHaveLength(100_000)
  const { statement = '', verifierKey = '' } = created ?? {}
  const result = verifyExport(nodeCrypto, { data, statement, verifierKey })
  expect(result).toMatchObject({ ok: true, entries: 0 })
})

test('a batch is the most that is in memory at once', async () => {
  const { db } = server.ctx
  const { userId: id, email } = await memberWithPin(server)
  await db.execute(
    sql`insert into reminders (member_id, name, reminded_at)
      select ${id}, 'n' || i, now() from generate_series(1, 1200) i`,
  )
  const reminders = EXPORTED.find(({ name }) => name === 'reminders')
  if (!reminders) throw new Error('Reminders are not exported')

  const sizes = await db.transaction(async (tx) => {
    const read: number[] = []
    for await (const rows of readRows(tx, reminders, { id, email })) read.push(rows.length)
    return read
  })

  expect(sizes).toEqual([500, 500, 200])
})
