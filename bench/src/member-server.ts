import { buildApp } from '../../apps/server/src/app.ts'
import { compose } from '../../apps/server/src/compose.ts'
import { sessionCookies } from '../../apps/server/src/http/cookies.ts'
import { maintenanceGate } from '../../apps/server/src/modules/maintenance/maintenance.service.ts'
import { ensureFirstOperator } from '../../apps/server/src/modules/operator/operator.service.ts'
import { authenticate, openSession } from '../../apps/server/src/modules/session/session.service.ts'
import { readEnv } from '../../apps/server/src/platform/env.ts'
import { runOnce } from '../../apps/server/src/platform/idempotency.ts'
import { transfer } from '../../apps/server/src/platform/ledger.ts'
import { countCall } from '../../apps/server/src/platform/limits.ts'

/**
 * The server with one more call: a member's write with everything that such a write has, and as
 * little as it can have. Session, maintenance, limit, Idempotency-Key, ledger; the reply is saved
 * with the effect. Until a slice has such a call of its own, this stands in for it.
 */
const env = readEnv(process.env)
const { ctx } = await compose(env)
const first = env.operatorToken === undefined ? undefined : { given: env.operatorToken }
await ensureFirstOperator(ctx, first)
const app = await buildApp(ctx, {
  production: true,
  publicOrigin: undefined,
  trustProxy: false,
})
const refuseInMaintenance = maintenanceGate(ctx)

app.post('/v1/private/bench/credits', async (request, reply) => {
  const cookies = sessionCookies(request, reply, false)
  const { memberId } = await authenticate(ctx, cookies.access)
  await refuseInMaintenance()
  await countCall(ctx, ['valuePerMember'], { member: String(memberId) })
  const key = String(request.headers['idempotency-key'])
  const wish = { caller: `member:${memberId}`, call: 'bench.credit', key, request: request.body }
  const data = await runOnce(ctx, wish, async (tx) => {
    const { transactionId } = await transfer(tx, {
      kind: 'BENCH',
      key: `bench:${memberId}:${key}`,
      at: ctx.now(),
      from: { system: 'ISSUANCE' },
      to: { member: memberId },
      asset: 'XP',
      amount: 1n,
    })
    return { transactionId }
  })
  return { code: 0, success: true, msg: '', data }
})

/** Sessions without passwords, for members that nobody signed up. */
app.get<{ Querystring: { last: string } }>('/bench/sessions', async ({ query }) => {
  const sessions: string[] = []
  for (let member = 1; member <= Number(query.last); member += 1) {
    const { access } = await openSession(ctx, member, { keepLoggedIn: true, userAgent: undefined })
    sessions.push(`solstice_access=${access}`)
  }
  return sessions
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${address}`)
