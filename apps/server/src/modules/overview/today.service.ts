import { alarmText } from '@solstice/contract/alarm-texts'
import type { Language } from '@solstice/contract/messages'
import { RECORDED_ALARMS } from '@solstice/contract/operator-system.schemas'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { LATE_WARNING_SECONDS } from '@solstice/rules/health'
import { isMaintenanceOn } from '@solstice/rules/maintenance'
import { daysBetween, programmeDayOf } from '@solstice/rules/programme-day'
import { openAlarms } from '#/modules/alarm/alarm.service.ts'
import { listSolo } from '#/modules/approval/approval-view.service.ts'
import { RULE_DEADLINE_MS } from '#/modules/refund/refund-queue.service.ts'
import { currentMaintenance } from '#/modules/maintenance/maintenance.service.ts'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { findProcesses, SILENT_AFTER_MS } from '#/platform/process/processes.ts'
import {
  countHeldPayouts,
  countWaitingRefunds,
  findDeadJobs,
  findNextNotice,
  findNextSeason,
  findRunningSeason,
  findTreasuryAlarms,
} from './overview.queries.ts'
import { valueOf, worstLabelled } from './readings.ts'

type Today = CallData<'operator.today'>
type Alarm = Today['alarms'][number]
type Context = Pick<AppContext, 'db' | 'now'>

const SEVERITIES: readonly Alarm['severity'][] = ['CRITICAL', 'WARNING', 'NOTE']
/** A refund or a payout that waits for longer is an alarm. */
const WAITS_TOO_LONG_MS = DAY_MS

export async function showToday(
  ctx: Context,
  readings: readonly Reading[],
  language: Language,
): Promise<Today> {
  const now = ctx.now()
  const pastDeadline = new Date(now.getTime() - RULE_DEADLINE_MS)
  const refunds = await countWaitingRefunds(ctx.db, pastDeadline)
  const payouts = await countHeldPayouts(ctx.db)
  const tooLong = new Date(now.getTime() - WAITS_TOO_LONG_MS)
  const alarms = [
    ...booksAlarms(readings),
    ...(await treasuryAlarms(ctx)),
    ...(await jobAlarms(ctx, readings)),
    ...(await workerAlarms(ctx)),
    ...overdue('PAYOUTS_HELD', await countHeldPayouts(ctx.db, tooLong)),
    ...overdue('REFUNDS_WAITING', await countWaitingRefunds(ctx.db, pastDeadline, tooLong)),
    ...(await maintenanceAlarms(ctx)),
    ...(await recordedAlarms(ctx, language)),
  ]
  const running = await findRunningSeason(ctx.db, now)
  return {
    at: now.toISOString(),
    programmeDay: programmeDayOf(now),
    alarms: alarms.toSorted(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    ),
    refunds: { waiting: refunds.count, oldestAt: refunds.oldestAt?.toISOString() ?? null },
    solo: await listSolo(ctx),
    payouts: { held: payouts.count, oldestAt: payouts.oldestAt?.toISOString() ?? null },
    season: running
      ? {
          seasonId: running.id,
          title: running.title,
          day: daysBetween(running.startAt, new Date(now.getTime() + 1)),
          days: daysBetween(running.startAt, running.endAt),
          round: running.round,
          endsAt: running.endAt.toISOString(),
        }
      : null,
    next: await nextEvent(ctx, running),
  }
}

/** Returns the open alarms of rules that this overview does not read itself. */
async function recordedAlarms(ctx: Context, language: Language): Promise<Alarm[]> {
  const found: Alarm[] = []
  for (const { rule, severity, values, raisedAt } of await openAlarms(ctx)) {
    const kind = RECORDED_ALARMS.find((each) => each === rule)
    if (!kind) continue
    const detail = alarmText(rule, values, language)
    found.push(alarm(kind, severity, { count: 1, since: new Date(raisedAt), detail }))
  }
  return found
}

function booksAlarms(readings: readonly Reading[]): Alarm[] {
  const problems = valueOf(readings, 'solstice_ledger_problems')
  const brokenId = valueOf(readings, 'solstice_audit_broken')
  return [
    ...(problems > 0
      ? [alarm('LEDGER_BROKEN', 'CRITICAL', { count: problems, since: null, detail: null })]
      : []),
    ...(brokenId > 0
      ? [alarm('AUDIT_BROKEN', 'CRITICAL', { count: 1, since: null, detail: `${brokenId}` })]
      : []),
  ]
}

function alarm(
  kind: Alarm['kind'],
  severity: Alarm['severity'],
  { count, since, detail }: { count: number; since: Date | null; detail: string | null },
): Alarm {
  return { kind, severity, count, since: since?.toISOString() ?? null, detail }
}

async function treasuryAlarms(ctx: Context): Promise<Alarm[]> {
  const { lanes, stopped } = await findTreasuryAlarms(ctx.db)
  const found: Alarm[] = []
  if (stopped?.stoppedAt) {
    const { stoppedAt: since, stoppedFor: detail } = stopped
    found.push(alarm('TREASURY_STOPPED', 'CRITICAL', { count: 1, since, detail }))
  }
  for (const lane of lanes) {
    const detail = (why: string | null) => `${lane.chainId}: ${why ?? ''}`
    if (lane.frozenAt) {
      const since = { count: 1, since: lane.frozenAt, detail: detail(lane.frozenFor) }
      found.push(alarm('TREASURY_FROZEN', 'CRITICAL', since))
    }
    if (lane.lowSince) {
      const since = { count: 1, since: lane.lowSince, detail: detail(lane.lowFor) }
      found.push(alarm('TREASURY_LOW', 'WARNING', since))
    }
  }
  return found
}

async function jobAlarms(ctx: Context, readings: readonly Reading[]): Promise<Alarm[]> {
  const dead = await findDeadJobs(ctx.db)
  const late = worstLabelled(readings, 'solstice_jobs_late_seconds')
  const found: Alarm[] = []
  if (dead.count > 0) {
    const since = { count: dead.count, since: dead.oldestAt, detail: dead.kinds }
    found.push(alarm('JOBS_DEAD', 'WARNING', since))
  }
  if (late && late.value > LATE_WARNING_SECONDS) {
    const since = new Date(ctx.now().getTime() - late.value * 1000)
    const count = Math.max(1, valueOf(readings, 'solstice_jobs_waiting'))
    found.push(alarm('JOBS_LATE', 'WARNING', { count, since, detail: late.labels['kind'] ?? null }))
  }
  return found
}

/** Nothing is mailed, pushed or paid while no process runs jobs. */
async function workerAlarms(ctx: Context): Promise<Alarm[]> {
  const now = ctx.now().getTime()
  const processes = await findProcesses(ctx.db, new Date(now - DAY_MS))
  const workers = processes.filter(({ runsJobs }) => runsJobs)
  const lastMs = Math.max(...workers.map(({ seenAt }) => seenAt.getTime()))
  if (workers.length === 0 || now - lastMs < SILENT_AFTER_MS) return []
  const since = { count: workers.length, since: new Date(lastMs), detail: null }
  return [alarm('WORKERS_SILENT', 'CRITICAL', since)]
}

function overdue(
  kind: Alarm['kind'],
  { count, oldestAt }: { count: number; oldestAt: Date | null },
): Alarm[] {
  if (!oldestAt) return []
  return [alarm(kind, 'WARNING', { count, since: oldestAt, detail: null })]
}

async function maintenanceAlarms(ctx: Context): Promise<Alarm[]> {
  const { config } = await currentMaintenance(ctx)
  if (!isMaintenanceOn(config, ctx.now())) return []
  const since = config.scheduled_time === null ? null : new Date(config.scheduled_time)
  return [alarm('MAINTENANCE_ON', 'NOTE', { count: 1, since, detail: null })]
}

type Running = Awaited<ReturnType<typeof findRunningSeason>>
type Event = Omit<NonNullable<Today['next']>, 'at'> & { at: Date }

/** Returns the next event that members will notice. */
async function nextEvent(ctx: Context, running: Running): Promise<Today['next']> {
  const now = ctx.now()
  const season = await findNextSeason(ctx.db, now)
  const notice = await findNextNotice(ctx.db, now)
  const { config } = await currentMaintenance(ctx)
  const planned = config.enabled && config.scheduled_time !== null ? config.scheduled_time : null
  const events: Event[] = []
  if (season) events.push({ kind: 'SEASON_STARTS', at: season.startAt, title: season.title })
  if (running) {
    const { title, endAt, roundEndAt } = running
    events.push({ kind: 'SEASON_ENDS', at: endAt, title })
    // The last round ends with its season.
    if (roundEndAt) events.push({ kind: 'ROUND_ENDS', at: roundEndAt, title })
  }
  if (notice) {
    const { en, ko, publishedAt } = notice
    events.push({ kind: 'NOTICE', at: publishedAt, title: { en, ko } })
  }
  if (planned !== null) {
    events.push({ kind: 'MAINTENANCE', at: new Date(planned), title: config.title })
  }
  const next = events
    .filter(({ at }) => at > now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0]
  return next ? { ...next, at: next.at.toISOString() } : null
}
