import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
import { remember } from './remember.ts'

/** Lists the alerts a member can receive. The app maps each one to a screen. */
export const ALERT_CODES = [
  'PURCHASE_SUCCESS',
  'PURCHASE_FAIL',
  'REFUND_COMPLETE',
  'REFUND_SUBMIT',
  'PURCHASE',
  'TICKET',
  'CHECK_IN',
  'RANDOM_XP',
  'SEASON_OPEN',
  'REWARD',
  // A member's share of a round waits for a registered wallet.
  'REWARD_WAITING',
  // A member's share of a round can be claimed.
  'REWARD_READY',
  'MAINTENANCE_START',
  'MAINTENANCE_END',
  // These are account events. The app's table of deep links does not include them, so they lead to
  // /home.
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'PIN_LOCKED',
  // A new PIN was set without the old one.
  'PIN_RESET',
  'NEW_DEVICE',
  // These have their own screens, which were added to the app's table later.
  'WALLET_CHANGED',
  'INVITE_QUALIFIED',
  'INVITE_CLAIMABLE',
  'WITHDRAWAL_FAILED',
  'REFUND_REJECTED',
  'FUNDS_RECEIVED',
  // The season is settled and its recap can be opened.
  'RECAP_READY',
  // A league week has ended: the member moved up, stayed or moved down.
  'LEAGUE_PROMOTED',
  'LEAGUE_STAYED',
  'LEAGUE_RELEGATED',
  // Operators paused earning in a season, and ended the pause.
  'SEASON_PAUSED',
  'SEASON_RESUMED',
  // A day on which members could not check in counts for the member.
  'DAY_EXCUSED',
  // A fair-play hold of the member's payouts and how it continues.
  'HOLD_OPENED',
  'HOLD_APPEALED',
  'HOLD_UPHELD',
  'HOLD_RELEASED',
  'HOLD_LAPSED',
] as const
export type AlertCode = (typeof ALERT_CODES)[number]

/** The code of a push: an alert, an operator's notice, or a member's own test. */
export type PushCode = AlertCode | 'NOTICE' | 'TEST'

/** Lists the alert types a member may switch off. The ids are part of the contract. */
export const ALERT_SETTINGS = [
  { id: 1, type: 'CHECK_IN' },
  { id: 2, type: 'SPIN' },
  { id: 3, type: 'TICKET' },
  { id: 4, type: 'PURCHASE' },
  { id: 5, type: 'SEASON' },
  { id: 6, type: 'REWARD' },
  { id: 7, type: 'NOTICE' },
  { id: 8, type: 'FUNDS' },
] as const
export type AlertSetting = (typeof ALERT_SETTINGS)[number]['type']

/** The period in which alerts and notices are listed. */
export const NOTICE_TTL_MS = 30 * DAY_MS

const DAY_MINUTES = 24 * 60

export type PushUrgency = 'normal' | 'high'

type PushProfile = {
  /** The setting that disables it; account events cannot be disabled. */
  setting: AlertSetting | undefined
  urgency: PushUrgency
  /**
   * False if the push follows the member's own action or is urgent; it is then sent during quiet
   * hours.
   */
  waitsForQuietHours: boolean
  /** The push is not sent after this period. */
  ttlMs: number
  /** A newer push replaces one that the device has not received yet. */
  replacesOlder: boolean
}

const profile = (
  setting: AlertSetting | undefined,
  ttlMs: number,
  more: Partial<PushProfile> = {},
): PushProfile => ({
  setting,
  ttlMs,
  urgency: 'normal',
  waitsForQuietHours: true,
  replacesOlder: false,
  ...more,
})

const IMMEDIATE = { urgency: 'high', waitsForQuietHours: false } as const

const PROFILES: Record<PushCode, PushProfile> = {
  PURCHASE_SUCCESS: profile('PURCHASE', 24 * HOUR_MS, IMMEDIATE),
  PURCHASE_FAIL: profile('PURCHASE', 24 * HOUR_MS, IMMEDIATE),
  REFUND_SUBMIT: profile('PURCHASE', 24 * HOUR_MS, IMMEDIATE),
  REFUND_COMPLETE: profile('PURCHASE', 48 * HOUR_MS),
  REFUND_REJECTED: profile('PURCHASE', 48 * HOUR_MS),
  PURCHASE: profile('PURCHASE', 12 * HOUR_MS, { replacesOlder: true }),
  TICKET: profile('TICKET', 12 * HOUR_MS, { replacesOlder: true }),
  CHECK_IN: profile('CHECK_IN', 6 * HOUR_MS, { replacesOlder: true }),
  RANDOM_XP: profile('SPIN', 12 * HOUR_MS, { replacesOlder: true }),
  SEASON_OPEN: profile('SEASON', 48 * HOUR_MS),
  REWARD: profile('REWARD', 72 * HOUR_MS),
  REWARD_WAITING: profile('REWARD', 72 * HOUR_MS),
  REWARD_READY: profile('REWARD', 72 * HOUR_MS, { replacesOlder: true }),
  MAINTENANCE_START: profile('NOTICE', HOUR_MS),
  MAINTENANCE_END: profile('NOTICE', 3 * HOUR_MS),
  PASSWORD_CHANGED: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  PASSWORD_RESET: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  PIN_LOCKED: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  PIN_RESET: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  NEW_DEVICE: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  WALLET_CHANGED: profile(undefined, 72 * HOUR_MS, IMMEDIATE),
  INVITE_QUALIFIED: profile('REWARD', 72 * HOUR_MS),
  INVITE_CLAIMABLE: profile('REWARD', 72 * HOUR_MS, { replacesOlder: true }),
  WITHDRAWAL_FAILED: profile(undefined, 72 * HOUR_MS),
  FUNDS_RECEIVED: profile('FUNDS', 24 * HOUR_MS, { replacesOlder: true }),
  RECAP_READY: profile('SEASON', 72 * HOUR_MS),
  LEAGUE_PROMOTED: profile('SEASON', 48 * HOUR_MS, { replacesOlder: true }),
  LEAGUE_STAYED: profile('SEASON', 48 * HOUR_MS, { replacesOlder: true }),
  LEAGUE_RELEGATED: profile('SEASON', 48 * HOUR_MS, { replacesOlder: true }),
  SEASON_PAUSED: profile('SEASON', 6 * HOUR_MS, { replacesOlder: true }),
  SEASON_RESUMED: profile('SEASON', 24 * HOUR_MS, { replacesOlder: true }),
  DAY_EXCUSED: profile('SEASON', 24 * HOUR_MS, { replacesOlder: true }),
  HOLD_OPENED: profile(undefined, 72 * HOUR_MS),
  HOLD_APPEALED: profile(undefined, 24 * HOUR_MS, IMMEDIATE),
  HOLD_UPHELD: profile(undefined, 72 * HOUR_MS),
  HOLD_RELEASED: profile(undefined, 72 * HOUR_MS),
  HOLD_LAPSED: profile(undefined, 72 * HOUR_MS),
  NOTICE: profile('NOTICE', 72 * HOUR_MS),
  TEST: profile(undefined, 5 * MINUTE_MS, IMMEDIATE),
}

export function pushProfileOf(code: PushCode): PushProfile {
  return PROFILES[code]
}

/**
 * Minutes after midnight in the member's time zone. The end may be before the start, for hours that
 * span midnight.
 */
export type QuietHours = { enabled: boolean; from: number; to: number; timeZone: string }

/** Uses the programme's time zone until a device reports the member's. */
export const DEFAULT_QUIET_HOURS: QuietHours = {
  enabled: true,
  from: 22 * 60,
  to: 8 * 60,
  timeZone: 'Asia/Dubai',
}

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns now outside quiet hours, otherwise the end of the quiet hours. */
export function afterQuietHours(quiet: QuietHours, now: Date): Date {
  const length = (quiet.to - quiet.from + DAY_MINUTES) % DAY_MINUTES
  const since = (minuteOfDay(now, quiet.timeZone) - quiet.from + DAY_MINUTES) % DAY_MINUTES
  if (!quiet.enabled || since >= length) return now
  return nextLocal(now, quiet.timeZone, quiet.to)
}

export type PushDecision =
  | { kind: 'send'; dueAt: Date; expiresAt: Date }
  | { kind: 'skip'; why: 'switched off' | 'too late' }

/**
 * Decides when a push goes to one member's devices, if at all. `until` overrides the profile's
 * expiry.
 */
export function decidePush(
  push: { code: PushCode; createdAt: Date; until?: Date | undefined },
  member: { off: readonly AlertSetting[]; quiet: QuietHours },
  now: Date,
): PushDecision {
  const { setting, ttlMs, waitsForQuietHours } = pushProfileOf(push.code)
  if (setting && member.off.includes(setting)) return { kind: 'skip', why: 'switched off' }
  const expiresAt = push.until ?? new Date(push.createdAt.getTime() + ttlMs)
  const dueAt = waitsForQuietHours ? afterQuietHours(member.quiet, now) : now
  return dueAt < expiresAt ? { kind: 'send', dueAt, expiresAt } : { kind: 'skip', why: 'too late' }
}

const EVENING_MINUTE = 18 * 60
/** The lead time of a reminder for members whose evening is after the end. */
const LAST_REMINDER_LEAD_MS = 3 * HOUR_MS

/**
 * Returns when to remind of something that is open from one time until another: `soon` is the first
 * time outside quiet hours, `evening` the start of the last evening in the member's zone. Returns
 * undefined if no time before the end is outside quiet hours.
 */
export function reminderInstant(
  open: { when: 'soon' | 'evening'; from: Date; until: Date | undefined },
  quiet: QuietHours,
): Date | undefined {
  const endMs = open.until?.getTime() ?? Infinity
  const lastReminder = new Date(Math.max(open.from.getTime(), endMs - LAST_REMINDER_LEAD_MS))
  const preferred =
    open.when === 'soon' ? open.from : (lastEvening(open, quiet.timeZone) ?? lastReminder)
  for (const candidate of [preferred, open.from]) {
    const instant = afterQuietHours(quiet, candidate)
    if (instant.getTime() < endMs) return instant
  }
  return undefined
}

/** Returns the first evening if there is no end. */
function lastEvening(
  { from, until }: { from: Date; until: Date | undefined },
  timeZone: string,
): Date | undefined {
  let next = nextLocal(from, timeZone, EVENING_MINUTE)
  if (!until) return next
  let evening: Date | undefined
  while (next.getTime() < until.getTime()) {
    evening = next
    next = nextLocal(new Date(next.getTime() + HOUR_MS), timeZone, EVENING_MINUTE)
  }
  return evening
}

const FIRST_WAIT_MS = 5000
const MAX_WAIT_MS = 2 * MINUTE_MS
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

/**
 * Returns the delay before retrying a push service after consecutive failures, or the delay it
 * requested if longer.
 */
export function pushRetryAfterMs(failures: number, requestedMs: number | undefined): number {
  const backOff = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(backOff, Math.min(requestedMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** Limits the cache because members choose the zone, and a zone has many spellings. */
const CLOCK_CACHE_MAX = 500

/** Caches the formatter, because creating one costs more than using it. */
const clockOf = remember(
  CLOCK_CACHE_MAX,
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

function minuteOfDay(instant: Date, timeZone: string): number {
  const [hour = 0, minute = 0] = clockOf(timeZone).format(instant).split(':').map(Number)
  return hour * 60 + minute
}

/** Returns the next time at which the clocks of a zone show this minute of the day. */
function nextLocal(now: Date, timeZone: string, minute: number): Date {
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const wait = (minute - minuteOfDay(now, timeZone) + DAY_MINUTES) % DAY_MINUTES
  const guess = new Date(startOfMinute + wait * MINUTE_MS)
  // A clock change in between shifts the local time; correct the small difference.
  const off = (minute - minuteOfDay(guess, timeZone) + 1.5 * DAY_MINUTES) % DAY_MINUTES
  return new Date(guess.getTime() + (off - DAY_MINUTES / 2) * MINUTE_MS)
}
