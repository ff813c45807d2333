import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { appendAudit, findAuditEntries } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findJobs, jobExists, reviveJob } from './operator-engine.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function listAudit(
  ctx: Context,
  query: PageQuery & { actor?: string | undefined; subject?: string | undefined },
): Promise<CallData<'operator.listAudit'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { entries, totalCount } = await findAuditEntries(ctx.db, query, range)
  const list = entries.map(({ id, at, ...rest }) => ({
    ...rest,
    auditId: id,
    at: at.toISOString(),
  }))
  return pageOf(query, list, totalCount)
}

const MAX_PROBLEMS = 100

export async function verifyLedger(ctx: Context): Promise<CallData<'operator.verifyLedger'>> {
  const problems = await checkLedger(ctx.db, 'RECENT')
  return {
    ok: problems.length === 0,
    problemCount: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS),
  }
}

export async function listJobs(
  ctx: Context,
  query: PageQuery & { state: 'dead' | 'waiting' },
): Promise<CallData<'operator.listJobs'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { list, totalCount } = await findJobs(ctx.db, query.state, range)
  return pageOf(query, list, totalCount)
}

/** Retries a dead job. Does nothing for a job that is not dead. */
export function retryJob(ctx: Context, by: Operator, jobId: number): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const at = ctx.now()
    const kind = await reviveJob(tx, jobId, at)
    if (kind === undefined) {
      if (await jobExists(tx, jobId)) return null
      throw refuse(Code.NOT_FOUND)
    }
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'job.retry',
      subject: `job:${jobId}`,
      data: { kind },
    })
    return null
  })
}
