import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { usePayment } from '#/modules/chain/payment.service.ts'
import { rowsOf } from '#/platform/db.ts'
import { startTestApp, type TestApp } from '#/testing/test-app.ts'
import { signUpMember, type Browser } from '#/testing/test-member.ts'
import { enrolPin, pinHeader } from '#/testing/test-pin.ts'
import { aWallet } from '#/testing/test-wallet.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PIN = '135790'

async function signedBody(browser: Browser, wallet: ReturnType<typeof aWallet>) {
  const { address } = wallet
  const { data } = await browser.call('wallet.challenge', { body: { address } })
  const message = data?.message ?? ''
  const signature = await wallet.signMessage({ message })
  return { address, method: 'CREATE', message, signature } as const
}

test('one wallet that eight members register at once belongs to one of them', async () => {
  const wallet = aWallet()
  const members = []
  for (let count = 0; count < 8; count += 1) members.push(await signUpMember(server))
  const bodies = await Promise.all(members.map((member) => signedBody(member, wallet)))

  const replies = await Promise.all(
    members.map((member, at) => {
      const body = bodies[at]
      if (!body) throw new Error('Everybody has signed')
      return member.call('wallet.register', { body })
    }),
  )

  const codes = replies.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === Code.WALLET_IN_USE)).toHaveLength(7)
})

test('a member who registers two wallets at once has one of them, and no trace of the other', async () => {
  const member = await signUpMember(server)
  const bodies = [await signedBody(member, aWallet()), await signedBody(member, aWallet())]

  const replies = await Promise.all(bodies.map((body) => member.call('wallet.register', { body })))

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

test('one payment that comes for twenty orders at once serves one', async () => {
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

test('the same entry of the address book twenty times at once is one', async () => {
  const member = await signUpMember(server)
  const body = { name: 'Mum', address: aWallet().address }

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => member.call('bookmark.add', { body })),
  )

  expect(new Set(replies.map(({ data }) => data?.id)).size).toBe(1)
})

test('whoever is deleted while writing leaves nothing behind', async () => {
  const member = await signUpMember(server)
  await enrolPin(member, PIN)
  const wallet = aWallet()
  await member.call('wallet.register', { body: await signedBody(member, wallet) })
  const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
  const { address } = wallet
  const late = () => [
    member.call('wallet.challenge', { body: { address } }),
    member.call('bookmark.add', { body: { name: 'Mum', address } }),
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
