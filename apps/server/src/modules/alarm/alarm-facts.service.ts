import type { AlarmFacts, SeasonFacts } from '@solstice/rules/alarm'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { readCover } from '#/modules/payout/forecast.service.ts'
import { RULE_DEADLINE_MS } from '#/modules/refund/refund-queue.service.ts'
import { reconciliationFacts } from '#/modules/books/reconciliation-view.service.ts'
import { recentPushes, runningSeasonFacts } from '#/modules/statistics/statistics.service.ts'
import { readAudit } from '#/platform/books/audit.jobs.ts'
import { readLedger } from '#/platform/books/ledger-verification.jobs.ts'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { countJobs } from '#/platform/process/jobs.ts'
import { findProcesses, SILENT_AFTER_MS } from '#/platform/process/processes.ts'
import {
  countAdjustments,
  findDeadJobs,
  findFailedLogins,
  findHeldPayouts,
  findInviteBudget,
  findStocks,
  findSuspended,
  findTreasury,
  findWaitingHolds,
  findWaitingRefunds,
} from './alarm-facts.queries.ts'

const LOGINS_MS = 15 * MINUTE_MS
const ADJUSTMENTS_MS = 30 * DAY_MS

/** Reads everything that the rules look at. */
export async function readFacts(ctx: AppContext): Promise<AlarmFacts> {
  const { db } = ctx
  const now = ctx.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const books = [...(await readLedger(ctx)), ...(await readAudit(ctx))]
  const brokenId = sumOf(books, 'solstice_audit_broken')
  return {
    now,
    seasons: await seasonFacts(ctx),
    payouts: await findHeldPayouts(db),
    refunds: await findWaitingRefunds(db, before(RULE_DEADLINE_MS)),
    holds: await findWaitingHolds(db),
    ...(await findTreasury(db)),
    cover: await readCover(ctx),
    deadJobs: await findDeadJobs(db),
    late: await lateJobs(ctx),
    faultsPerMinute: await faultsPerMinute(ctx),
    pushes: await recentPushes(ctx),
    ledgerProblems: sumOf(books, 'solstice_ledger_problems'),
    brokenAuditEntry: brokenId === 0 ? null : brokenId,
    books: await reconciliationFacts(ctx),
    failedLogins: await findFailedLogins(db, before(LOGINS_MS)),
    adjustments: adjustmentFacts(
      await countAdjustments(db, before(ADJUSTMENTS_MS)),
      programmeDayOf(now),
    ),
    suspended: await findSuspended(db),
  }
}

function sumOf(readings: readonly Reading[], name: string): number {
  const values = readings.find((reading) => reading.name === name)?.values ?? []
  return values.reduce((sum, { value }) => sum + value, 0)
}

async function seasonFacts(ctx: AppContext): Promise<SeasonFacts[]> {
  const facts: SeasonFacts[] = []
  for (const season of await runningSeasonFacts(ctx)) {
    const stocks = await findStocks(ctx.db, season.seasonId)
    facts.push({
      ...season,
      products: stocks.map(({ productId, name, left, sold }) => ({
        productId,
        name: name.en,
        left,
        stock: left + sold,
      })),
      invites: await findInviteBudget(ctx.db, season.seasonId),
    })
  }
  return facts
}

async function lateJobs(ctx: AppContext): Promise<AlarmFacts['late']> {
  const counts = await countJobs(ctx)
  const waiting = counts.filter(({ oldestDueAt }) => oldestDueAt !== null)
  const [latest] = waiting.toSorted(
    (one, other) => (one.oldestDueAt?.getTime() ?? 0) - (other.oldestDueAt?.getTime() ?? 0),
  )
  if (!latest?.oldestDueAt) return { seconds: 0, kind: null }
  const seconds = (ctx.now().getTime() - latest.oldestDueAt.getTime()) / 1000
  return { seconds: Math.max(0, seconds), kind: latest.kind }
}

async function faultsPerMinute(ctx: AppContext): Promise<number> {
  const alive = await findProcesses(ctx.db, new Date(ctx.now().getTime() - SILENT_AFTER_MS))
  return alive.reduce((sum, process) => sum + process.faultsPerMinute, 0)
}

function adjustmentFacts(
  rows: readonly { actor: string; day: string; count: number }[],
  today: string,
): AlarmFacts['adjustments'][number][] {
  return Array.from(
    Map.groupBy(rows, ({ actor }) => actor),
    ([actor, own]) => {
      const earlier = own.filter(({ day }) => day !== today)
      const sum = earlier.reduce((total, { count }) => total + count, 0)
      return {
        name: actor.replace(/^operator:/, ''),
        today: own.find(({ day }) => day === today)?.count ?? 0,
        mean: earlier.length === 0 ? 0 : sum / earlier.length,
      }
    },
  )
}
