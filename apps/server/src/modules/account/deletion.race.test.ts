import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { deleteAccount } from '#/modules/account/deletion.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { checkProgramme } from '#test/programme-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD, signUpMember, suspend } from '#test/test-member.ts'
import { enrolPin, pinHeader } from '#test/test-pin.ts'
import { aSeason } from '#test/test-season.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PIN = '135790'
const body = { reason: 'PRIVACY', agreed: true } as const
const PICTURE = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`

test('deletes an account once when four deletions run concurrently', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const headers = []
  for (let time = 0; time < 4; time += 1) {
    headers.push(await pinHeader(member, PIN, 'ACCOUNT_DELETE'))
  }

  const replies = await Promise.all(
    headers.map((header) => member.call('account.delete', { body }, header)),
  )

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
  const others = replies.filter(({ code }) => code !== 0)
  expect(new Set(others.map(({ code }) => code))).toEqual(new Set([Code.TOKEN_EXPIRED]))
  const reasons = await rowsOf(server.ctx.db, sql`select 1 from deletion_reasons`)
  expect(reasons).toHaveLength(1)
})

test('does not delete an account that is suspended while its deletion waits', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const { 'x-pin-token': token } = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  // The session is looked up before the suspension; the row is locked after it.
  await suspend(server, member.userId)

  const deletion = deleteAccount(server.ctx, member.userId, body, token)

  await expect(deletion).rejects.toMatchObject({ code: Code.TOKEN_EXPIRED })
  const [row] = await rowsOf(
    server.ctx.db,
    sql`select status, deleted_at from members where id = ${member.userId}`,
  )
  expect(row).toEqual({ status: 'SUSPENDED', deleted_at: null })
})

test('refuses sign-ins to an account that is being deleted', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const browsers = Array.from({ length: 8 }, () => openBrowser(server))

  const [deleted, ...logins] = await Promise.all([
    member.call('account.delete', { body }, header),
    ...browsers.map((browser) =>
      browser.call('auth.login', { body: { email: member.email, password: PASSWORD } }),
    ),
  ])

  expect(deleted.code).toBe(0)
  for (const { code } of logins) expect([0, Code.CREDENTIALS_INVALID]).toContain(code)

  const open = await Promise.all(browsers.map((browser) => browser.call('users.me', {})))
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([401]))
  const sessions = await rowsOf(
    server.ctx.db,
    sql`select 1 from sessions where member_id = ${member.userId}`,
  )
  expect(sessions).toHaveLength(0)
})

test('stores no picture or referral that arrives while the account is being deleted', async () => {
  const friend = await signUpMember(server)
  const { data: referral } = await friend.call('referral.mine', {})
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')

  const [deleted] = await Promise.all([
    member.call('account.delete', { body }, header),
    ...Array.from({ length: 4 }, () =>
      member.call('users.setProfileImage', { body: { image: PICTURE } }),
    ),
    member.call('referral.register', { body: { referralCode: referral?.referralCode ?? '' } }),
  ])

  expect(deleted.code).toBe(0)
  const pictures = await rowsOf(
    server.ctx.db,
    sql`select 1 from profile_images where member_id = ${member.userId}`,
  )
  expect(pictures).toHaveLength(0)
})

test('keeps every rank correct when XP is earned while the account is being deleted', async () => {
  const { seasonId } = await aSeason(server)
  const { db } = server.ctx
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const execute = (missionId: number) =>
    member.call('mission.execute', { params: { seasonId, missionId }, body: {} })
  expect((await execute(1)).code).toBe(0)
  await member.call(
    'bookmark.add',
    { body: { name: 'Mum', address: `0x${'ab'.repeat(20)}` } },
    await pinHeader(member, PIN, 'BOOKMARK_CHANGE'),
  )
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')

  // The deletion has already left the ranking and waits for the locked bookmark row when the spin
  // starts.
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = db.transaction(async (tx) => {
    await rowsOf(tx, sql`select 1 from bookmarks where member_id = ${member.userId} for update`)
    await held
  })
  const deleting = member.call('account.delete', { body }, header)
  await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(1)
  const earning = execute(2)
  await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(2)
  release()
  await holding

  expect((await deleting).code).toBe(0)
  expect((await earning).code).toBe(Code.TOKEN_EXPIRED)
  expect(await checkProgramme(db)).toEqual([])
  const standings = await rowsOf(
    db,
    sql`select 1 from season_standings where member_id = ${member.userId}`,
  )
  expect(standings).toEqual([])
})
