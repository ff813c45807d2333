import { Code } from '@solstice/contract/codes'
import { RETRY_JOBS_MAX } from '@solstice/contract/operator-system.schemas'
import type { CallData } from '@solstice/contract/wire'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { countJobs, type AnyJobKind } from '#/platform/process/jobs.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { countDead, findJob, findJobs, reviveJob, reviveJobs } from './operator-jobs.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export async function listJobs(
  ctx: Context,
  query: PageQuery & { state: 'dead' | 'waiting'; kind?: string | undefined },
): Promise<CallData<'operator.listJobs'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { list, totalCount } = await findJobs(ctx.db, query, range)
  return pageOf(query, list, totalCount)
}

/** Lists every kind, including those without jobs and those that only old jobs have. */
export async function listJobKinds(
  ctx: Context,
  jobKinds: readonly Pick<AnyJobKind, 'kind' | 'lane'>[],
): Promise<CallData<'operator.listJobKinds'>> {
  const counted = new Map((await countJobs(ctx)).map((each) => [each.kind, each]))
  const lanes = new Map<string, string>(jobKinds.map(({ kind, lane }) => [kind, lane]))
  const now = ctx.now().getTime()
  const kinds = Array.from(new Set([...lanes.keys(), ...counted.keys()])).toSorted()
  const list = kinds.map((kind) => {
    const { waiting = 0, running = 0, dead = 0, oldestDueAt = null } = counted.get(kind) ?? {}
    const lateMs = now - (oldestDueAt?.getTime() ?? now)
    return {
      kind,
      lane: lanes.get(kind) ?? null,
      waiting,
      running,
      dead,
      oldestDueAt: oldestDueAt?.toISOString() ?? null,
      lateSeconds: Math.max(0, Math.floor(lateMs / 1000)),
    }
  })
  return { list }
}

export async function showJob(ctx: Context, jobId: number): Promise<CallData<'operator.showJob'>> {
  const row = await findJob(ctx.db, jobId)
  if (!row) throw refuse(Code.NOT_FOUND)
  return {
    jobId: row.id,
    kind: row.kind,
    state: row.doneAt ? 'done' : row.deadAt ? 'dead' : 'waiting',
    attempts: row.attempts,
    dueAt: row.dueAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    deadAt: row.deadAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    leasedUntil: row.leasedUntil?.toISOString() ?? null,
    lastError: row.lastError,
    ids: idsIn(row.payload),
  }
}

/** A payload may name a person or contain a code; only numbers that are ids leave the server. */
function idsIn(payload: unknown): { name: string; id: number }[] {
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).flatMap(([name, value]) =>
    /^id$|Id$/.test(name) && Number.isSafeInteger(value) ? [{ name, id: Number(value) }] : [],
  )
}

/** Retries a dead job. Does nothing for a job that is not dead. */
export async function retryJob(tx: Db, ctx: Context, by: Operator, jobId: number): Promise<null> {
  const at = ctx.now()
  const kind = await reviveJob(tx, jobId, at)
  if (kind === undefined) {
    if (await findJob(tx, jobId)) return null
    throw refuse(Code.NOT_FOUND)
  }
  await appendAudit(tx, {
    at,
    actor: actorOf(by),
    action: 'job.retry',
    subject: `job:${jobId}`,
    data: { kind, before: { state: 'dead' }, after: { state: 'waiting' } },
  })
  return null
}

/** Retries the dead jobs of a kind, oldest first. Without any it changes nothing. */
export async function retryJobs(
  tx: Db,
  ctx: Context,
  by: Operator,
  { kind, reason }: { kind: string; reason: string },
): Promise<CallData<'operator.retryJobs'>> {
  const at = ctx.now()
  const retried = await reviveJobs(tx, kind, { now: at, limit: RETRY_JOBS_MAX })
  const left = await countDead(tx, kind)
  if (retried > 0) {
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'job.retry-all',
      subject: `job-kind:${kind}`,
      data: { reason, before: { dead: retried + left }, after: { dead: left } },
    })
  }
  return { retried, left }
}
