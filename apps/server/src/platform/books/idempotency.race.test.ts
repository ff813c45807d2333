import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { insertMember } from '#test/insert-members.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { runOnce } from './idempotency.ts'
import { balanceOf, transfer } from './ledger.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const keyed = (key: string) => ({ caller: 'member:1', call: 'test', key, request: 'a request' })

function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

test('a hundred concurrent identical calls have one effect and one response', async () => {
  const member = await insertMember(server.ctx.db)
  let runs = 0

  const replies = await Promise.all(
    Array.from({ length: 100 }, () =>
      runOnce(server.ctx, keyed('hundred'), async (tx) => {
        runs += 1
        return transfer(tx, {
          kind: 'CREDIT',
          key: `hundred:${runs}`,
          at: server.ctx.now(),
          from: { system: 'ISSUANCE' },
          to: { member },
          asset: 'XP',
          amount: 1n,
        })
      }),
    ),
  )

  expect(runs).toBe(1)
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(await balanceOf(server.ctx.db, { member, asset: 'XP' })).toBe(1n)
})

/** Starts a call and returns while it is in the middle of its effect. */
async function startCall(key: string, end: () => string) {
  const [begun, ending] = [gate(), gate()]
  const reply = runOnce(server.ctx, keyed(key), async () => {
    begun.open()
    await ending.opened
    return end()
  })
  await begun.opened
  return { reply, finish: ending.open }
}

async function waitForBlockedCall(): Promise<void> {
  await expect.poll(() => waitingSessions(server.ctx.db), { timeout: 15_000 }).toBe(1)
}

test('a repeated call waits for the first one and gets its response', async () => {
  let repeated = false
  const first = await startCall('waits', () => 'the first')

  const second = runOnce(server.ctx, keyed('waits'), async () => {
    repeated = true
    return 'the second'
  })
  await waitForBlockedCall()
  first.finish()

  expect(await Promise.all([first.reply, second])).toEqual(['the first', 'the first'])
  expect(repeated).toBe(false)
})

test('a repeated call replaces a first call that failed', async () => {
  const first = await startCall('fails', () => {
    throw new Error('lost')
  })
  const failure = first.reply.catch((error: unknown) => String(error))

  const second = runOnce(server.ctx, keyed('fails'), async () => 'the second')
  await waitForBlockedCall()
  first.finish()

  expect(await Promise.all([failure, second])).toEqual(['Error: lost', 'the second'])
  const rows = await rowsOf<{ reply: string }>(
    server.ctx.db,
    sql`select reply from idempotency_keys where key = 'fails'`,
  )
  expect(rows).toEqual([{ reply: 'the second' }])
})
