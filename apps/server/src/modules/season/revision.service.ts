import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { checkDraft } from '@solstice/contract/season-draft'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import type { CallData } from '@solstice/contract/wire'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { withoutSecrets } from '@solstice/rules/plan-secrets'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { Operator } from '#/modules/operator/operator.service.ts'
import { canonicalJson } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findSeason, type DraftRow } from './plan.queries.ts'
import {
  deleteOldSaves,
  findRevision,
  findRevisions,
  insertRevision,
  type ListedRevision,
  type NewRevision,
} from './revision.queries.ts'
import { deleteSchedule } from './season-schedule.queries.ts'

export function refuseFor(problems: readonly PlanProblem[]): void {
  if (problems.length > 0) throw refuse(Code.INVALID_REQUEST, { data: { problems } })
}

/** Returns the newest plan of a season, with defaults for fields that an earlier release lacked. */
export function planOf({ plan }: Pick<DraftRow, 'plan'>): SeasonPlan {
  const parsed = seasonPlanSchema.safeParse(plan)
  if (parsed.success) return parsed.data
  throw refuse(Code.INVALID_REQUEST, { data: { problems: checkDraft(plan).problems } })
}

/** The roles that write and approve plans, and therefore read their codes and answers. */
const READ_SECRETS: readonly OperatorRole[] = ['OWNER', 'PROGRAMME', 'FINANCE']

/** Returns a plan as this operator may read it. */
export function planFor({ role }: Pick<Operator, 'role'>, plan: DraftRow['plan']) {
  return READ_SECRETS.includes(role) ? plan : withoutSecrets(plan)
}

/** Returns the hash to which proposals are bound; undefined while a draft is unfinished. */
export function planHashOf({ plan }: Pick<DraftRow, 'plan'>): string | undefined {
  const parsed = seasonPlanSchema.safeParse(plan)
  if (!parsed.success) return undefined
  return createHash('sha256').update(canonicalJson(parsed.data)).digest('hex')
}

/**
 * Appends the next revision of a season, whose row the caller has locked. The plan of the season is
 * always the plan of its newest revision. Returns whether this ended a waiting schedule.
 */
export async function addRevision(
  tx: Db,
  season: Pick<DraftRow, 'id' | 'revision'>,
  revision: Omit<NewRevision, 'seasonId' | 'revision'>,
): Promise<{ revision: number; endedSchedule: boolean }> {
  const next = season.revision + 1
  await insertRevision(tx, { ...revision, seasonId: season.id, revision: next })
  // A schedule was approved for the plan that an edit replaces.
  const ended = revision.kind === 'SAVE' ? await deleteSchedule(tx, season.id) : undefined
  await deleteOldSaves(tx, season.id, next)
  return { revision: next, endedSchedule: ended === 'WAITING' }
}

export async function listRevisions(
  ctx: Pick<AppContext, 'db'>,
  seasonId: number,
  query: PageQuery,
): Promise<CallData<'seasonPlan.revisions'>> {
  if (!(await findSeason(ctx.db, seasonId))) throw refuse(Code.NOT_FOUND)
  const { rows, totalCount } = await findRevisions(ctx.db, seasonId, query)
  return pageOf(query, rows.map(revisionView), totalCount)
}

export async function showRevision(
  ctx: Pick<AppContext, 'db'>,
  by: Pick<Operator, 'role'>,
  { seasonId, revision }: { seasonId: number; revision: number },
): Promise<CallData<'seasonPlan.revision'>> {
  const found = await findRevision(ctx.db, seasonId, revision)
  if (!found) throw refuse(Code.NOT_FOUND)
  return {
    ...revisionView(found),
    plan: planFor(by, found.plan),
    problems: checkDraft(found.plan).problems,
    simulation: found.simulation,
  }
}

export function revisionView(row: ListedRevision) {
  return {
    revision: row.revision,
    kind: row.kind,
    savedAt: row.createdAt.toISOString(),
    savedBy: row.savedBy,
    reason: row.reason,
    change: row.change,
    isSimulated: row.isSimulated,
    previewed: {
      en: row.previewedEnAt?.toISOString() ?? null,
      ko: row.previewedKoAt?.toISOString() ?? null,
    },
  }
}
