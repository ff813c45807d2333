import { endpoints, type CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import type { Endpoint } from '@solstice/contract/endpoint'
import { AUDIT_CSV_ENTRIES_MAX } from '@solstice/contract/operator-audit.schemas'
import type { CallData } from '@solstice/contract/wire'
import { AUDIT_START, canonicalEntry, type AuditEntry } from '#/platform/books/audit.ts'
import { findCheckpointPage, isSigned, isUnchanged } from '#/platform/books/audit-checkpoint.ts'
import {
  countAuditEntries,
  countAuditEntriesUpTo,
  findAuditEntries,
  findAuditEntriesAfter,
  type AuditFilter,
} from '#/platform/books/audit.queries.ts'
import { wakeAuditVerification } from '#/platform/books/audit.queue.ts'
import {
  startFullVerification,
  verifyRecentAudit,
  type FullVerification,
} from '#/platform/books/audit-verification.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  cursorOf,
  offsetOf,
  pageBefore,
  pageOf,
  withCursor,
  type CursorQuery,
  type PageQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { AUDIT_CSV_HEADER, auditCsvLine } from './audit-csv.ts'
import type { Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'logKeys'>
type EntryView = CallData<'operator.listAudit'>['list'][number]

type Format = 'ndjson' | 'csv'

type Filter = Omit<AuditFilter, 'from' | 'to'> & {
  from?: string | undefined
  to?: string | undefined
}

export async function listAudit(
  ctx: Context,
  { page, size, before, ...filter }: CursorQuery & Filter,
): Promise<CallData<'operator.listAudit'>> {
  const where = filterOf(filter)
  if (before !== undefined) {
    const range = { before: cursorOf(before), size: size + 1, offset: 0 }
    const rows = await findAuditEntries(ctx.db, where, range)
    const list = rows.slice(0, size).map(entryView)
    const last = rows.length > size ? list.at(-1) : undefined
    return pageBefore({ page, size }, list, last && { id: last.auditId, value: undefined })
  }
  const range = { before: undefined, size, offset: offsetOf({ page, size }) }
  const totalCount = await countAuditEntries(ctx.db, where)
  const list = (await findAuditEntries(ctx.db, where, range)).map(entryView)
  const last = list.at(-1)
  return withCursor(
    pageOf({ page, size }, list, totalCount),
    last && { id: last.auditId, value: undefined },
  )
}

function filterOf({ from, to, ...rest }: Filter): AuditFilter {
  return {
    ...rest,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

function entryView({ id, at, ...rest }: AuditEntry): EntryView {
  // A refund's note to the member is its reason.
  const { note, reason = note, before, after } = rest.data
  return {
    ...rest,
    auditId: id,
    at: at.toISOString(),
    reason: typeof reason === 'string' ? reason : null,
    before: stateOf(before),
    after: stateOf(after),
    approval: approvalOf(rest.data),
  }
}

/** Returns who approved an action, which only the approval itself attaches. */
function approvalOf(data: AuditEntry['data']): EntryView['approval'] {
  const { approval, requestedBy, approvedBy, solo, waitedSeconds, bodyHash } = data
  if (typeof approval !== 'number' || typeof approvedBy !== 'string') return null
  return {
    approvalId: approval,
    requestedBy: String(requestedBy),
    approvedBy,
    solo: solo === true,
    waitedSeconds: Number(waitedSeconds),
    bodyHash: String(bodyHash),
  }
}

/** Earlier releases recorded some values without a name. */
function stateOf(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

/** The call that shows a subject. Who may make it may read the history of the subject, too. */
const SUBJECT_CALLS: Readonly<Record<string, CallId>> = {
  member: 'operator.showMember',
  operator: 'operator.listOperators',
  job: 'operator.showJob',
  'job-kind': 'operator.listJobKinds',
  network: 'network.showAll',
  price: 'network.showPrices',
  season: 'seasonPlan.list',
  media: 'media.list',
  product: 'product.listAll',
  'credit-package': 'credit.listAll',
  refund: 'refund.queue',
  payout: 'payout.list',
  treasury: 'payout.treasury',
  token: 'payout.treasury',
  invites: 'invite.showTerms',
  notice: 'notice.listAll',
  campaign: 'notice.listCampaigns',
  maintenance: 'maintenance.show',
  approval: 'approval.show',
  'approval-policy': 'approval.policy',
}

/** Throws unless an operator may see a proposal, which depends on more than the role. */
export type AssertSeesApproval = (operator: Operator, approvalId: number) => Promise<unknown>

/** Returns the history of one subject to everyone who may read the subject. */
export async function listHistory(
  ctx: Context,
  operator: Operator,
  query: CursorQuery & { subject: string },
  assertSeesApproval: AssertSeesApproval,
): Promise<CallData<'audit.history'>> {
  const { role } = operator
  const [kind = '', id = ''] = query.subject.split(':')
  const call = Object.hasOwn(SUBJECT_CALLS, kind) ? SUBJECT_CALLS[kind] : undefined
  const { roles = [] }: Endpoint = endpoints[call ?? 'operator.listAudit']
  if (role !== 'OWNER' && !roles.includes(role)) throw refuse(Code.ACCESS_DENIED)
  if (kind === 'approval') {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw refuse(Code.NOT_FOUND)
    await assertSeesApproval(operator, Number(id))
  }
  return listAudit(ctx, query)
}

/**
 * Returns a piece of the log as text inside the envelope, as every call replies with it. A line of
 * NDJSON is the canonical form of an entry, followed by its hash, so the file can be verified by
 * itself. CSV is for spreadsheets.
 */
export async function exportAudit(
  ctx: Context,
  { format, after, size, ...filter }: Filter & { format: Format; after: number; size: number },
  csvEntriesMax = AUDIT_CSV_ENTRIES_MAX,
): Promise<CallData<'audit.export'>> {
  const where = filterOf(filter)
  const isCsvStart = format === 'csv' && after === AUDIT_START.id
  if (isCsvStart) {
    const limit = csvEntriesMax + 1
    const isTooLong = (await countAuditEntriesUpTo(ctx.db, where, limit)) === limit
    if (isTooLong) throw refuse(Code.EXPORT_TOO_LARGE)
  }
  const rows = await findAuditEntriesAfter(ctx.db, after, size + 1, where)
  const entries = rows.slice(0, size)
  const lines = entries.map((entry) =>
    format === 'csv' ? auditCsvLine(entryView(entry)) : `${lineOf(entry)}\n`,
  )
  return {
    text: [...(isCsvStart ? [AUDIT_CSV_HEADER] : []), ...lines].join(''),
    count: entries.length,
    nextAfter: rows.length > size ? (entries.at(-1)?.id ?? null) : null,
  }
}

/** The canonical JSON with the two hashes as its last fields. */
function lineOf(entry: AuditEntry): string {
  const { previousHash, hash } = entry
  const hashes = JSON.stringify({ previousHash, hash }).slice(1)
  return `${canonicalEntry(entry).slice(0, -1)},${hashes}`
}

export async function listCheckpoints(
  ctx: Context,
  query: PageQuery,
): Promise<CallData<'audit.checkpoints'>> {
  const range = { size: query.size, offset: offsetOf(query) }
  const { rows, totalCount } = await findCheckpointPage(ctx.db, range)
  const list = rows.map((row, at) => ({
    checkpointId: row.id,
    createdAt: row.createdAt.toISOString(),
    entryId: row.entryId,
    entryHash: row.entryHash,
    hash: row.hash,
    mailedAt: row.mailedAt?.toISOString() ?? null,
    intact:
      row.isInLog &&
      isUnchanged(row) &&
      // The newest signature covers the hashes of all earlier checkpoints, whose key may be gone.
      (query.page > 1 || at > 0 || isSigned(ctx, row)),
  }))
  return pageOf(query, list, totalCount)
}

export async function verifyAudit(ctx: Context): Promise<CallData<'operator.verifyAudit'>> {
  const { full, ...verdict } = await verifyRecentAudit(ctx)
  return { ...verdict, full: full ? fullView(full) : null }
}

export async function verifyAuditFully(
  ctx: Context,
): Promise<CallData<'operator.verifyAuditFully'>> {
  const started = await startFullVerification(ctx)
  await wakeAuditVerification(ctx)
  return fullView(started)
}

function fullView(full: FullVerification): CallData<'operator.verifyAuditFully'> {
  const { startedAt, finishedAt, verifiedId, lastId, firstBrokenId } = full
  return {
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    verifiedId,
    lastId,
    firstBrokenId,
  }
}
