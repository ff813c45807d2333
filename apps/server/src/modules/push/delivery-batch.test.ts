import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PushOutcome } from '#/platform/process/context.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { startPushApp, type PushApp } from '#test/push-app.ts'
import { recordStatements } from '#test/statement-buffers.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { memberWithDevice } from '#test/test-device.ts'
import { sendDue } from './delivery.service.ts'

let app: PushApp
let server: PushApp['server']
const { logger, statements } = recordStatements()
beforeAll(async () => {
  app = await startPushApp({ database: await openTestDatabase(logger) })
  ;({ server } = app)
})
afterAll(() => app.close())
beforeEach(() => app.reset())

/** Inserts devices of one member, each with a due push. */
async function duePushes(count: number): Promise<void> {
  const { userId } = await memberWithDevice(server, app.service)
  const { db } = server.ctx
  await app.notifyMember(userId, 'REWARD')
  await db.execute(sql`delete from push_subscriptions`)
  await db.execute(sql`insert into push_subscriptions (member_id, endpoint, p256dh, auth, created_at)
    select ${userId}::bigint, ${app.service.origin} || '/device/' || i, 'k', 'a', now()
    from generate_series(1, ${count}::int) i`)
  await db.execute(sql`insert into push_deliveries (subscription_id, alert_id, due_at, expires_at)
    select s.id, a.id, a.created_at, a.created_at + interval '1 day'
    from push_subscriptions s join alerts a on a.member_id = s.member_id`)
}

const contextWith = (send: (endpoint: string) => Promise<PushOutcome>) => ({
  ...server.ctx,
  push: { ...server.ctx.push, send: (target: { endpoint: string }) => send(target.endpoint) },
})

test('marks the other pushes of a batch in which one fails unexpectedly, and then throws', async () => {
  await duePushes(4)
  const gate = Promise.withResolvers<PushOutcome>()
  const failing = Promise.withResolvers<void>()
  let isOver = false
  const ctx = contextWith((endpoint) => {
    if (!endpoint.endsWith('/1')) return gate.promise
    failing.resolve()
    return Promise.reject(new Error('unexpected'))
  })

  const sending = Promise.allSettled([sendDue(ctx).finally(() => (isOver = true))])
  await failing.promise
  await new Promise(setImmediate)
  const wasOver = isOver
  gate.resolve({ kind: 'sent' })
  const [ended] = await sending

  const sent = await rowsOf(
    server.ctx.db,
    sql`select id from push_deliveries where sent_at is not null`,
  )
  expect(wasOver).toBe(false)
  expect(ended).toMatchObject({ status: 'rejected', reason: new Error('unexpected') })
  expect(sent).toHaveLength(3)
})

test.each([
  ['fails', { kind: 'later', scope: 'service', reason: 'HTTP 503', retryAfterMs: undefined }],
  ['is gone', { kind: 'gone' }],
  ['refuses its push', { kind: 'refused', reason: 'HTTP 413' }],
] as const)('writes in few statements that every device of a batch %s', async (_title, outcome) => {
  await duePushes(100)
  statements.length = 0

  await sendDue(contextWith(async () => outcome))

  const writes = statements.filter(({ text }) => /\b(update|delete from) "/.test(text))
  expect(writes.length).toBeGreaterThan(0)
  expect(writes.length).toBeLessThan(10)
})

test('blocks each device for as long as its own failures require', async () => {
  await duePushes(3)
  const { db } = server.ctx
  await db.execute(sql`update push_subscriptions set failures = 2 where endpoint like '%/2'`)
  const later = { kind: 'later', scope: 'device', reason: 'HTTP 429' } as const
  const ctx = contextWith(async (endpoint) => ({
    ...later,
    retryAfterMs: endpoint.endsWith('/3') ? 3_600_000 : undefined,
  }))

  await sendDue(ctx)

  const blocked = await rowsOf<{ failures: number; seconds: number }>(
    db,
    sql`select failures, extract(epoch from blocked_until - ${server.clock.now}::timestamptz)::int
      as seconds from push_subscriptions order by endpoint`,
  )
  expect(blocked).toEqual([
    { failures: 1, seconds: 5 },
    { failures: 3, seconds: 20 },
    { failures: 1, seconds: 3600 },
  ])
})
