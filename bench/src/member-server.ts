import { randomUUID } from 'node:crypto'
import { programmeDayOf, startOfDay } from '../../packages/rules/src/programme-day.ts'
import { CODE_TTL_MS } from '../../packages/rules/src/verification.ts'
import { buildApp } from '../../apps/server/src/app.ts'
import { compose } from '../../apps/server/src/compose.ts'
import { demoSeason, THEMES } from '../../apps/server/src/demo/season-plan.ts'
import { ensureFirstOperator } from '../../apps/server/src/modules/operator/first-operator.service.ts'
import {
  draftSeason,
  releaseSeason,
} from '../../apps/server/src/modules/season/publication.service.ts'
import { openSession } from '../../apps/server/src/modules/session/session.service.ts'
import { completeCodeOf } from '../../apps/server/src/modules/verification/verification.code.ts'
import { verificationCodes } from '../../apps/server/src/modules/verification/verification.table.ts'
import { readEnv } from '../../apps/server/src/platform/process/env.ts'
import { createWorker } from '../../apps/server/src/platform/process/worker.ts'
import { jobKinds } from '../../apps/server/src/job-kinds.ts'

/**
 * Starts the server as in production, with a running season and an endpoint for sessions without
 * passwords.
 */
const env = readEnv(process.env)
const { ctx } = await compose(env, { servesMembers: true })
const first = env.operatorToken === undefined ? undefined : { given: env.operatorToken }
await ensureFirstOperator(ctx, first)
// Process queued jobs, such as aggregating the ranking, as in production.
const worker = createWorker(ctx, jobKinds)
const app = await buildApp(ctx, {
  production: true,
  publicOrigin: undefined,
  trustProxy: env.trustProxy,
  worker,
})

app.post('/bench/season', async () => {
  const startAt = startOfDay(programmeDayOf(ctx.now()))
  const plan = demoSeason(THEMES[0], startAt)
  const seasonId = await ctx.db.transaction(async (tx) => {
    const id = await draftSeason(tx, ctx, plan)
    await releaseSeason(tx, ctx, { seasonId: id, startAt, endAt: new Date(plan.endAt) })
    return id
  })
  return { seasonId }
})

/** Returns sessions without passwords for members that were inserted without sign-up. */
app.get<{ Querystring: { last: string } }>('/bench/sessions', async ({ query }) => {
  const sessions: string[] = []
  for (let member = 1; member <= Number(query.last); member += 1) {
    const { access } = await openSession(ctx, member, { keepLoggedIn: true, userAgent: undefined })
    sessions.push(`solstice_access=${access}`)
  }
  return sessions
})

/** Returns verified codes with which addresses can sign up, without mails. */
app.get<{ Querystring: { from: string; count: string } }>('/bench/sign-ups', async ({ query }) => {
  const now = ctx.now()
  const first = Number(query.from)
  const rows = Array.from({ length: Number(query.count) }, (_, at) => ({
    email: `new-${first + at}@harbor.example`,
    purpose: 'SIGNUP' as const,
    requestId: randomUUID(),
    codeHash: 'bench',
    sentAt: now,
    verifiedAt: now,
    expiresAt: new Date(now.getTime() + CODE_TTL_MS),
  }))
  await ctx.db.insert(verificationCodes).values(rows)
  return rows.map((row) => ({ email: row.email, completeCode: completeCodeOf(ctx.keys, row) }))
})

if (process.env['BENCH_WORKER'] !== 'none') worker.start()
const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${address}`)
