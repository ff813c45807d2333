import type { AppContext } from '#/platform/process/context.ts'
import type { Found, Search } from './search-query.ts'
import {
  findAuditRows,
  findDeadJobs,
  findJobById,
  findWaitingJobs,
  type JobRow,
} from './search-system.queries.ts'

type Context = Pick<AppContext, 'db'>

/** Each kind is searched by itself, in its index. */
const KINDS_MAX = 8

/** Finds jobs by id or by part of their kind, dead ones first. Jobs that are done have no list. */
export async function findJobs({ db }: Context, search: Search): Promise<Found[]> {
  const { text, exact, state, since, size } = search
  const named = search.jobKinds.filter((kind) => kind.includes(text)).slice(0, KINDS_MAX)
  const kinds = text === '' ? [undefined] : named
  const byId = exact?.kind === 'ID' ? await findJobById(db, exact.id) : []
  const dead: JobRow[] = []
  const waiting: JobRow[] = []
  for (const kind of kinds) {
    const filter = { kind, since, size }
    if (state === undefined || state === 'DEAD') dead.push(...(await findDeadJobs(db, filter)))
    if (state === undefined || state === 'WAITING') {
      waiting.push(...(await findWaitingJobs(db, filter)))
    }
  }
  return [...byId, ...dead, ...waiting]
    .map((job) => ({ ...jobView(job), exact: byId.includes(job) }))
    .filter((job) => state === undefined || job.state.toUpperCase() === state)
    .slice(0, size)
}

function jobView(job: JobRow) {
  return {
    id: String(job.id),
    userId: null,
    title: job.kind,
    detail: null,
    state: job.doneAt ? 'done' : job.deadAt ? 'dead' : 'waiting',
    at: job.dueAt.toISOString(),
  }
}

/**
 * Finds entries of the audit. They belong to a member only if the search asks for that member's
 * entries, as in the list of the audit.
 */
export async function findAudit({ db }: Context, search: Search): Promise<Found[]> {
  const { text, exact, memberId, since, size } = search
  const id = exact?.kind === 'ID' ? exact.id : undefined
  const rows = await findAuditRows(db, { text, id, memberId, since }, size)
  return rows.map((entry) => ({
    id: String(entry.id),
    userId: memberId ?? null,
    title: entry.action,
    detail: entry.subject,
    state: null,
    at: entry.at.toISOString(),
    exact: entry.id === id,
  }))
}
