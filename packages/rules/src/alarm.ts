import { DAY_MS } from './duration.ts'
import { COVER_DAYS, forecastOf, type ForecastFacts } from './forecast.ts'
import { LATE_WARNING_SECONDS } from './health.ts'

/** All rules that can raise an alarm. */
export const ALARM_RULES = [
  'XP_PACE',
  'WHEEL_ODDS',
  'MISSION_LIMIT',
  'STOCK_LOW',
  'INVITE_BUDGET',
  'PAYOUT_HELD',
  'TREASURY_LOW',
  'TREASURY_FROZEN',
  'COVER_SHORT',
  'REFUND_WAITING',
  'HOLD_WAITING',
  'JOB_DEAD',
  'JOBS_LATE',
  'FAULTS',
  'PUSHES_DROPPED',
  'LEDGER_BROKEN',
  'AUDIT_BROKEN',
  'BOOKS_DIFFER',
  'BOOKS_SILENT',
  'OPERATOR_LOGINS',
  'OPERATOR_ADJUSTMENTS',
  'SCHEDULE_SUSPENDED',
] as const
export type AlarmRule = (typeof ALARM_RULES)[number]

export type AlarmSeverity = 'CRITICAL' | 'WARNING'

export type Alarm = {
  rule: AlarmRule
  /** The subject that the alarm is about, such as `season:4`; empty for the whole system. */
  subject: string
  severity: AlarmSeverity
  /** Numbers and names for the text of the alarm. */
  values: Readonly<Record<string, string | number>>
}

/** The facts from which a token's cover is forecast, without the present instant. */
export type TokenCover = Omit<ForecastFacts, 'now'> & { chainId: number; symbol: string }

type Waiting = { count: number; oldestAt: Date | null }

export type SeasonFacts = {
  seasonId: number
  title: string
  /** The XP that members got so far, and the XP that the plan expects by now. */
  madeXp: number
  plannedXp: number
  wheel: { spins: number; p: number | null }
  /** Missions with a limited number of completions. */
  missions: readonly { missionId: number; title: string; limit: number; left: number }[]
  /** Products on sale with a limited stock; the stock includes what was sold. */
  products: readonly { productId: number; name: string; stock: number; left: number }[]
  /** The amount the season has promised for invitations, and its maximum. */
  invites: { promised: bigint; budget: bigint }
}

/** The operators who are mailed about an alarm, besides owners. */
export const ALARM_ROLES: Readonly<Record<AlarmRule, readonly string[]>> = {
  XP_PACE: ['PROGRAMME', 'FINANCE'],
  WHEEL_ODDS: ['PROGRAMME', 'OPS'],
  MISSION_LIMIT: ['PROGRAMME'],
  STOCK_LOW: ['PROGRAMME'],
  INVITE_BUDGET: ['PROGRAMME', 'FINANCE'],
  PAYOUT_HELD: ['FINANCE', 'SUPPORT'],
  TREASURY_LOW: ['FINANCE'],
  TREASURY_FROZEN: ['FINANCE', 'OPS'],
  COVER_SHORT: ['FINANCE'],
  REFUND_WAITING: ['SUPPORT', 'FINANCE'],
  HOLD_WAITING: ['SUPPORT', 'FINANCE'],
  JOB_DEAD: ['OPS'],
  JOBS_LATE: ['OPS'],
  FAULTS: ['OPS'],
  PUSHES_DROPPED: ['OPS'],
  LEDGER_BROKEN: ['OPS', 'FINANCE'],
  AUDIT_BROKEN: ['OPS', 'AUDITOR'],
  BOOKS_DIFFER: ['FINANCE', 'AUDITOR'],
  BOOKS_SILENT: ['FINANCE', 'OPS'],
  OPERATOR_LOGINS: ['OPS'],
  OPERATOR_ADJUSTMENTS: ['FINANCE', 'AUDITOR'],
  SCHEDULE_SUSPENDED: ['PROGRAMME'],
}

/** Everything that the rules look at, read at one moment. */
export type AlarmFacts = {
  now: Date
  seasons: readonly SeasonFacts[]
  /** Without those of fair-play holds, which wait for days. */
  payouts: Waiting
  refunds: Waiting
  /** Fair-play holds without a decision, or with an appeal that was not answered. */
  holds: Waiting
  lanes: readonly { chainId: number; isFrozen: boolean; isLow: boolean }[]
  isStopped: boolean
  /**
   * Per token of a network: the facts of the forecast. Null while a balance is unknown, which neither
   * raises nor clears an alarm.
   */
  cover: readonly TokenCover[] | null
  deadJobs: readonly { kind: string; count: number }[]
  late: { seconds: number; kind: string | null }
  /** Replies with 9999 per minute, over the last five minutes. */
  faultsPerMinute: number
  /** Pushes of the last hour. */
  pushes: { sent: number; dropped: number }
  ledgerProblems: number
  brokenAuditEntry: number | null
  /** Balances on chain that differ from the books, and accounts that were not reconciled lately. */
  books: {
    differences: readonly {
      subject: string
      network: string
      symbol: string
      /** In whole units; negative if something is missing on chain. */
      difference: string
      block: number
      /** The first transactions that explain it. */
      transfers: readonly string[]
    }[]
    silent: readonly { subject: string; network: string; since: string }[]
  }
  /** The most failed sign-ins of one operator's account within fifteen minutes. */
  failedLogins: number
  /** Adjustments of each operator on this programme day, and on an earlier day with any. */
  adjustments: readonly { name: string; today: number; mean: number }[]
  /** Seasons whose scheduled publication was suspended. */
  suspended: readonly { seasonId: number; title: string; problems: number }[]
}

const PACE_WARNING = 1.1
const PACE_CRITICAL = 1.25
const WHEEL_P = 0.001
const SHARE_LEFT = 0.1
const INVITE_SHARE = 0.8
const WAITING_MS = DAY_MS
/** Leaves time to decide within the five days that members are promised for an answer. */
const HOLD_WAITING_MS = 2 * DAY_MS
const DROPPED_SHARE = 0.2
/** Fewer pushes say nothing about their share. */
const DROPPED_MIN = 20
const FAILED_LOGINS = 5
const ADJUSTMENTS_FACTOR = 3
/** Fewer adjustments are ordinary support, whatever the mean. */
const ADJUSTMENTS_MIN = 5
const FAULTS_CRITICAL = 10

/** Returns whether the facts say anything about a rule; if not, its open alarms stay. */
export function isKnown(rule: AlarmRule, facts: AlarmFacts): boolean {
  return rule !== 'COVER_SHORT' || facts.cover !== null
}

/** Returns every alarm that the facts raise; no two have the same rule and subject. */
export function alarmsOf(facts: AlarmFacts): Alarm[] {
  return [...facts.seasons.flatMap(seasonAlarms), ...moneyAlarms(facts), ...systemAlarms(facts)]
}

function seasonAlarms(season: SeasonFacts): Alarm[] {
  const { seasonId, title: name } = season
  const subject = `season:${seasonId}`
  const found: Alarm[] = []
  const { madeXp, plannedXp } = season
  // Equality must not alarm: a season that follows a plan of 110 % exactly was approved like that.
  if (plannedXp > 0 && madeXp > plannedXp * PACE_WARNING) {
    found.push({
      rule: 'XP_PACE',
      subject,
      severity: madeXp > plannedXp * PACE_CRITICAL ? 'CRITICAL' : 'WARNING',
      values: { season: name, percent: Math.round((100 * madeXp) / plannedXp), madeXp, plannedXp },
    })
  }
  const { spins, p } = season.wheel
  if (p !== null && p < WHEEL_P) {
    const values = { season: name, spins, p: Number(p.toPrecision(2)) }
    found.push({ rule: 'WHEEL_ODDS', subject, severity: 'CRITICAL', values })
  }
  for (const { missionId, title: mission, limit, left } of season.missions) {
    if (!isScarce(left, limit)) continue
    const values = { season: name, mission, left, limit }
    found.push({
      rule: 'MISSION_LIMIT',
      subject: `${subject}/mission:${missionId}`,
      severity: 'WARNING',
      values,
    })
  }
  for (const { productId, name: product, stock, left } of season.products) {
    if (!isScarce(left, stock)) continue
    const values = { season: name, product, left, stock }
    found.push({ rule: 'STOCK_LOW', subject: `product:${productId}`, severity: 'WARNING', values })
  }
  const { promised, budget } = season.invites
  if (budget > 0n && promised * 100n > budget * BigInt(INVITE_SHARE * 100)) {
    const percent = Number((promised * 100n) / budget)
    const severity = promised >= budget ? 'CRITICAL' : 'WARNING'
    found.push({ rule: 'INVITE_BUDGET', subject, severity, values: { season: name, percent } })
  }
  return found
}

function isScarce(left: number, all: number): boolean {
  return left < all * SHARE_LEFT
}

function moneyAlarms(facts: AlarmFacts): Alarm[] {
  const found: Alarm[] = []
  const waits = (rule: AlarmRule, { count, oldestAt }: Waiting, longestMs = WAITING_MS) => {
    if (!oldestAt || facts.now.getTime() - oldestAt.getTime() <= longestMs) return
    const values = { count, since: oldestAt.toISOString() }
    found.push({ rule, subject: '', severity: 'WARNING', values })
  }
  waits('PAYOUT_HELD', facts.payouts)
  waits('REFUND_WAITING', facts.refunds)
  waits('HOLD_WAITING', facts.holds, HOLD_WAITING_MS)
  if (facts.isStopped) {
    found.push({ rule: 'TREASURY_FROZEN', subject: '', severity: 'CRITICAL', values: {} })
  }
  for (const { chainId, isFrozen, isLow } of facts.lanes) {
    const of = { subject: `chain:${chainId}`, values: { chainId } }
    if (isFrozen) found.push({ rule: 'TREASURY_FROZEN', severity: 'CRITICAL', ...of })
    if (isLow) found.push({ rule: 'TREASURY_LOW', severity: 'WARNING', ...of })
  }
  for (const { chainId, symbol, ...money } of facts.cover ?? []) {
    const { coveredDays, runsOutOn } = forecastOf({ now: facts.now, ...money }, COVER_DAYS)
    if (runsOutOn === null) continue
    const values = { symbol, chainId, days: coveredDays, day: runsOutOn }
    const subject = `chain:${chainId}/token:${symbol}`
    found.push({ rule: 'COVER_SHORT', subject, severity: 'WARNING', values })
  }
  return found
}

function systemAlarms(facts: AlarmFacts): Alarm[] {
  const found: Alarm[] = []
  for (const { kind, count } of facts.deadJobs) {
    const values = { kind, count }
    found.push({ rule: 'JOB_DEAD', subject: `job-kind:${kind}`, severity: 'WARNING', values })
  }
  if (facts.late.seconds > LATE_WARNING_SECONDS) {
    const values = { seconds: Math.floor(facts.late.seconds), kind: facts.late.kind ?? '' }
    found.push({ rule: 'JOBS_LATE', subject: '', severity: 'WARNING', values })
  }
  const { faultsPerMinute } = facts
  if (faultsPerMinute >= 1) {
    const severity = faultsPerMinute >= FAULTS_CRITICAL ? 'CRITICAL' : 'WARNING'
    const values = { perMinute: Math.round(faultsPerMinute) }
    found.push({ rule: 'FAULTS', subject: '', severity, values })
  }
  const { sent, dropped } = facts.pushes
  if (sent + dropped >= DROPPED_MIN && dropped > (sent + dropped) * DROPPED_SHARE) {
    const values = { dropped, all: sent + dropped }
    found.push({ rule: 'PUSHES_DROPPED', subject: '', severity: 'WARNING', values })
  }
  if (facts.ledgerProblems > 0) {
    const values = { problems: facts.ledgerProblems }
    found.push({ rule: 'LEDGER_BROKEN', subject: '', severity: 'CRITICAL', values })
  }
  if (facts.brokenAuditEntry !== null) {
    const values = { entry: facts.brokenAuditEntry }
    found.push({ rule: 'AUDIT_BROKEN', subject: '', severity: 'CRITICAL', values })
  }
  return [...found, ...booksAlarms(facts.books), ...operatorAlarms(facts)]
}

function booksAlarms({ differences, silent }: AlarmFacts['books']): Alarm[] {
  return [
    ...differences.map(({ subject, network, symbol, difference, block, transfers }): Alarm => {
      const named = { network, symbol, difference, block, transfers: transfers.join(', ') || '–' }
      return { rule: 'BOOKS_DIFFER', subject, severity: 'CRITICAL', values: named }
    }),
    ...silent.map(({ subject, network, since }): Alarm => {
      const values = { network, since: `${since.slice(0, 16).replace('T', ' ')} UTC` }
      return { rule: 'BOOKS_SILENT', subject, severity: 'WARNING', values }
    }),
  ]
}

function operatorAlarms(facts: AlarmFacts): Alarm[] {
  const found: Alarm[] = []
  if (facts.failedLogins >= FAILED_LOGINS) {
    const values = { count: facts.failedLogins }
    found.push({ rule: 'OPERATOR_LOGINS', subject: '', severity: 'CRITICAL', values })
  }
  for (const { name, today, mean } of facts.adjustments) {
    if (today < ADJUSTMENTS_MIN || today <= mean * ADJUSTMENTS_FACTOR) continue
    const values = { name, today, mean: Math.round(mean * 10) / 10 }
    const subject = `operator:${name}`
    found.push({ rule: 'OPERATOR_ADJUSTMENTS', subject, severity: 'WARNING', values })
  }
  for (const { seasonId, title, problems } of facts.suspended) {
    const of = { subject: `season:${seasonId}`, values: { season: title, problems } }
    found.push({ rule: 'SCHEDULE_SUSPENDED', severity: 'CRITICAL', ...of })
  }
  return found
}

/**
 * Returns the XP that the plan expects by now: all days that are over, and today's share of the
 * hours that have passed. The first day counts at least half, because members come early on it.
 */
export function plannedByNow(
  daily: readonly number[],
  { startAt, now }: { startAt: Date; now: Date },
): number {
  const passed = (now.getTime() - startAt.getTime()) / DAY_MS
  if (passed <= 0) return 0
  return daily.reduce((sum, xp, day) => {
    const share = Math.min(1, Math.max(0, passed - day))
    return sum + xp * (day === 0 ? Math.max(share, 0.5) : share)
  }, 0)
}
