import Fastify from 'fastify'
import { findCallers, type Caller } from '../../apps/server/src/modules/session/session.queries.ts'
import { batched } from '../../apps/server/src/platform/process/batch.ts'
import { openPostgres } from '../../apps/server/src/platform/process/db.ts'

/**
 * The baseline for a signed-in read: the same framework, pool, prepared statement and shared lookup
 * as the server, and nothing else. The caller names its session, so no token is verified.
 */
const { db } = await openPostgres(process.env['DATABASE_URL'] ?? '', () => {})
const findCaller = batched<string, Caller>(async (sessionIds) => {
  const callers = await findCallers(db, { sessionIds })
  return new Map(callers.map((caller) => [caller.sessionId, caller]))
})
const app = Fastify()
app.get<{ Params: { sessionId: string } }>('/sessions/:sessionId', async ({ params }) => {
  const caller = await findCaller(params.sessionId)
  if (!caller) throw new Error(`No session ${params.sessionId}`)
  const { memberId, email, nickname, walletAddress, hasPin, language } = caller
  const data = { userId: memberId, email, nickname, walletAddress, hasPin, language }
  return { code: 0, success: true, msg: '', data }
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${address}`)
