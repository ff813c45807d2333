import { Code } from '@solstice/contract/codes'
import { checkDraft } from '@solstice/contract/season-draft'
import type { CallData } from '@solstice/contract/wire'
import { copyDraft } from '@solstice/rules/draft-copy'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit, canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { deleteDraft, insertDraft, updateDraft, type DraftColumns } from './draft.queries.ts'
import { findSeason, lockSeason, type DraftRow } from './plan.queries.ts'
import { findRevision, insertRevision } from './revision.queries.ts'
import { addRevision } from './revision.service.ts'
import { seasonRow, subjectOf, type SeasonRow } from './season-row.service.ts'
import type { DraftPlan } from './season.table.ts'

type Context = Pick<AppContext, 'now'>

/** Stores a plan, finished or not, as the first revision of a new draft. */
export async function storeDraft(
  tx: Db,
  ctx: Context,
  plan: DraftPlan,
  by?: Pick<Operator, 'operatorId'>,
): Promise<number> {
  const at = ctx.now()
  const seasonId = await insertDraft(tx, columnsOf(plan, at), plan, at)
  const operatorId = by?.operatorId ?? null
  const saved = { plan, kind: 'SAVE' as const, createdAt: at, operatorId }
  await insertRevision(tx, { ...saved, seasonId, revision: 1 })
  return seasonId
}

export async function beginDraft(
  tx: Db,
  ctx: Context,
  by: Operator,
  plan: DraftPlan,
): Promise<SeasonRow> {
  const seasonId = await storeDraft(tx, ctx, plan, by)
  return announce(tx, ctx, by, { seasonId, action: 'season.draft', data: {} })
}

/** Copies the newest plan of a season, published or not, to another start. */
export async function copySeason(
  tx: Db,
  ctx: Context,
  by: Operator,
  { seasonId: sourceId, startAt }: { seasonId: number; startAt: Date },
): Promise<SeasonRow> {
  const source = await findSeason(tx, sourceId)
  if (!source) throw refuse(Code.NOT_FOUND)
  const seasonId = await storeDraft(tx, ctx, copyDraft(source.plan, startAt), by)
  return announce(tx, ctx, by, { seasonId, action: 'season.copy', data: { source: sourceId } })
}

async function announce(
  tx: Db,
  ctx: Context,
  by: Operator,
  {
    seasonId,
    action,
    data,
  }: { seasonId: number; action: string; data: Readonly<Record<string, unknown>> },
): Promise<SeasonRow> {
  const season = await lockDraft(tx, seasonId)
  const row = await seasonRow(tx, ctx, season)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action,
    subject: subjectOf(season),
    data: { ...data, after: { title: shortTitle(season) } },
  })
  return row
}

/**
 * Saves a draft as its next revision. A plan that was edited from an older revision is refused with
 * the newer plan, so that no edit of another person is lost. A repeated save changes nothing.
 */
export async function saveDraft(
  tx: Db,
  ctx: Context,
  by: Operator,
  { seasonId, revision, plan }: { seasonId: number; revision: number; plan: DraftPlan },
): Promise<CallData<'seasonPlan.save'>> {
  const season = await lockDraft(tx, seasonId)
  const newest = await newestRevision(tx, season)
  const isSame = canonicalJson(newest.plan) === canonicalJson(plan)
  const isRepeated = isSame && revision >= season.revision - 1 && revision <= season.revision
  const { problems } = checkDraft(plan)
  if (isRepeated) {
    const savedAt = newest.createdAt.toISOString()
    return { revision: season.revision, problems, savedAt, endedSchedule: false }
  }
  if (revision !== season.revision) {
    throw refuse(Code.OUTDATED, {
      data: {
        revision: season.revision,
        plan: newest.plan,
        savedBy: newest.savedBy,
        savedAt: newest.createdAt.toISOString(),
      },
    })
  }
  const at = ctx.now()
  await updateDraft(tx, seasonId, columnsOf(plan, season.createdAt))
  const saved = await addRevision(tx, season, {
    plan,
    kind: 'SAVE',
    createdAt: at,
    operatorId: by.operatorId,
  })
  return { ...saved, problems, savedAt: at.toISOString() }
}

export async function discardDraft(
  tx: Db,
  ctx: Context,
  by: Operator,
  seasonId: number,
): Promise<null> {
  const season = await lockDraft(tx, seasonId)
  await deleteDraft(tx, seasonId)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'season.discard',
    subject: subjectOf(season),
    data: { before: { title: shortTitle(season), revision: season.revision } },
  })
  return null
}

/** A draft may have a title of any length, which the audit would keep for ever. */
const shortTitle = ({ title }: DraftRow) => title.en.slice(0, 60)

/** Locks a draft. A published season is changed by the calls for published seasons only. */
export async function lockDraft(tx: Db, seasonId: number): Promise<DraftRow> {
  const season = await lockSeason(tx, seasonId)
  if (!season) throw refuse(Code.NOT_FOUND)
  if (season.state !== 'DRAFT') {
    const issues = [{ path: 'seasonId', text: 'The season is published and no longer a draft' }]
    throw refuse(Code.INVALID_REQUEST, { data: { issues } })
  }
  return season
}

async function newestRevision(tx: Db, season: DraftRow) {
  const newest = await findRevision(tx, season.id, season.revision)
  if (!newest) throw new Error('The newest revision of a season is missing')
  return newest
}

/** Returns the columns of a draft, with the time of its creation for dates that it does not have. */
function columnsOf(plan: DraftPlan, createdAt: Date): DraftColumns {
  const startAt = instantIn(plan['startAt']) ?? createdAt
  return {
    title: textsIn(plan['title']),
    startAt,
    endAt: instantIn(plan['endAt']) ?? startAt,
    problemCount: checkDraft(plan).problems.length,
  }
}

/** Years beyond these are written differently by the database. */
const ISO_TIME = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}/

function instantIn(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !ISO_TIME.test(value)) return undefined
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function textsIn(value: unknown): { en: string; ko: string } {
  const texts: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const text = (language: 'en' | 'ko') => {
    const found = texts[language]
    return typeof found === 'string' ? found : ''
  }
  return { en: text('en'), ko: text('ko') }
}
