import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { usePayment } from '#/modules/chain/payment.service.ts'
import { registerWallet as register } from '#/modules/wallet/wallet.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember, suspend, type Browser } from '#test/test-member.ts'
import { enrolPin, memberWithPin, pinHeader } from '#test/test-pin.ts'
import { aWallet, registerWallet, signedChallenge } from '#test/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PIN = '135790'

/** Prepares everything that one registration call needs. */
async function prepared(browser: Browser, wallet: ReturnType<typeof aWallet>) {
  const headers = await pinHeader(browser, PIN, 'WALLET_REGISTER')
  return { body: await signedChallenge(browser, wallet), headers }
}

test('one wallet that eight members register concurrently belongs to one of them', async () => {
  const wallet = aWallet()
  const members = []
  for (let count = 0; count < 8; count += 1) members.push(await memberWithPin(server))
  const calls = await Promise.all(members.map((member) => prepared(member, wallet)))

  const replies = await Promise.all(
    members.map((member, at) => {
      const call = calls[at]
      if (!call) throw new Error('No signed call is left')
      return member.call('wallet.register', { body: call.body }, call.headers)
    }),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === Code.WALLET_IN_USE)).toHaveLength(7)
})

test('a member who is suspended during a registration gets no wallet', async () => {
  const member = await memberWithPin(server)
  const { body, headers } = await prepared(member, aWallet())
  // The session was read before the suspension, and the row is locked after it.
  await suspend(server, member.userId)

  const registering = register(server.ctx, member.userId, body, headers['x-pin-token'])

  await expect(registering).rejects.toMatchObject({ code: Code.TOKEN_EXPIRED })
  const kept = await rowsOf(
    server.ctx.db,
    sql`select 1 from wallet_registrations where member_id = ${member.userId}`,
  )
  expect(kept).toEqual([])
})

test('a member who registers two wallets concurrently has one of them, and no trace of the other', async () => {
  const member = await memberWithPin(server)
  const calls = [await prepared(member, aWallet()), await prepared(member, aWallet())]

  const replies = await Promise.all(
    calls.map(({ body, headers }) => member.call('wallet.register', { body }, headers)),
  )

  expect(new Set(replies.map(({ code }) => code))).toEqual(
    new Set([0, Code.WALLET_ALREADY_REGISTERED]),
  )
  const kept = await rowsOf<{ address: string }>(
    server.ctx.db,
    sql`select address from wallet_registrations where member_id = ${member.userId}`,
  )
  const { data } = await member.call('wallet.info', {})
  expect(kept).toEqual([{ address: data?.ethAddress }])
})

test('one payment that is submitted for twenty orders concurrently pays for one', async () => {
  const payment = { chainId: 31_337, txHash: `0x${'a'.repeat(64)}`, logIndex: 0 }

  const used = await Promise.all(
    Array.from({ length: 20 }, (_, order) =>
      server.ctx.db.transaction((tx) =>
        usePayment(tx, server.ctx, { ...payment, usedFor: `order:${order}` }),
      ),
    ),
  )

  expect(used.filter(Boolean)).toHaveLength(1)
})

test('twenty concurrent requests for the same address book entry create one entry', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const body = { name: 'Mum', address: aWallet().address }
  const header = await pinHeader(member, PIN, 'BOOKMARK_CHANGE')

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => member.call('bookmark.add', { body }, header)),
  )

  expect(new Set(replies.map(({ data }) => data?.id)).size).toBe(1)
})

test('a member who is deleted during a write leaves no rows behind', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const wallet = aWallet()
  await registerWallet(member, wallet)
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const saveHeader = await pinHeader(member, PIN, 'BOOKMARK_CHANGE')
  const { address } = wallet
  const late = () => [
    member.call('wallet.challenge', { body: { address } }),
    member.call('bookmark.add', { body: { name: 'Mum', address } }, saveHeader),
    member.call('wallet.challenge', { body: { address } }),
  ]

  const body = { reason: 'PRIVACY', agreed: true } as const
  await Promise.all([...late(), member.call('account.delete', { body }, header), ...late()])

  for (const table of ['wallet_challenges', 'wallet_registrations', 'bookmarks']) {
    const rows = await rowsOf(
      server.ctx.db,
      sql`select 1 from ${sql.identifier(table)} where member_id = ${member.userId}`,
    )
    expect(rows).toHaveLength(0)
  }
})
