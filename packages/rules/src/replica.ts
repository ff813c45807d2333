import { SECOND_MS } from './duration.ts'

/** A position in the write-ahead log. A standby that takes over continues on the next timeline. */
export type Position = { timeline: number; lsn: bigint }

/** A position of the primary, and the time at which the server read it. */
export type PositionSample = Position & { at: Date }

/** The state of a replica, as the connection that is about to read from it reports it. */
export type ReplicaState = {
  isStandby: boolean
  /** Undefined while the replica knows none. */
  timeline: number | undefined
  /** Everything before this position is visible. Undefined if the replica reports none. */
  replayed: bigint | undefined
}

/** The reasons why a read that may use the replica is answered by the primary. */
export const FALLBACK_REASONS = [
  /** The caller has a session, but no valid position. */
  'NO_POSITION',
  /** A write of the caller failed at an unknown point and may still commit. */
  'UNKNOWN_WRITE',
  /** The position of the caller belongs to another timeline than the primary. */
  'OTHER_TIMELINE',
  /** The position of the primary is unknown, so that no lag can be computed. */
  'UNKNOWN_LAG',
  'NOT_A_STANDBY',
  /** The replica follows another timeline than the primary. */
  'REPLICA_TIMELINE',
  /** The replica lacks the last write of the caller. */
  'BEHIND_WRITE',
  'BEHIND_LIMIT',
  /** The page contains entries that may still change. */
  'RECENT',
  /** A refusal may be due to missing rows, so the primary has to repeat it. */
  'REFUSED',
  'FAILED',
  /** The replica failed before and is not asked for a while. */
  'RESTING',
] as const
export type FallbackReason = (typeof FALLBACK_REASONS)[number]

/** A replica that is further behind is not read. */
export const LAG_LIMIT_MS = 10 * SECOND_MS
export const LAG_LIMIT_BYTES = 16n * 1024n * 1024n

/** Without a newer sample, the lag is unknown. */
export const SAMPLE_TTL_MS = 5 * SECOND_MS
const SAMPLES = 2 * (LAG_LIMIT_MS / SECOND_MS)

const LSN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i

/** Parses a position in the notation of PostgreSQL, such as `16/B374D848`. */
export function parseLsn(text: string): bigint | undefined {
  const [, high, low] = LSN.exec(text) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Adds a sample, oldest first. Samples of an earlier timeline say nothing about the present one. */
export function withSample(
  samples: readonly PositionSample[],
  sample: PositionSample,
): PositionSample[] {
  const comparable = samples.filter(({ timeline }) => timeline === sample.timeline)
  return [...comparable, sample].slice(-SAMPLES)
}

/** The time is an upper bound: since the last sample that the replica has reached. */
export type Lag = { bytes: bigint; ms: number }

/** Without a recent sample no lag can be computed. */
export function isSampled(samples: readonly PositionSample[], now: Date): boolean {
  const newest = samples.at(-1)
  return newest !== undefined && now.getTime() - newest.at.getTime() <= SAMPLE_TTL_MS
}

/** Returns undefined when the samples or the replica do not tell. */
export function lagOf(
  samples: readonly PositionSample[],
  replayed: bigint | undefined,
  now: Date,
): Lag | undefined {
  const newest = samples.at(-1)
  if (!newest || replayed === undefined || !isSampled(samples, now)) return undefined
  if (replayed >= newest.lsn) return { bytes: 0n, ms: 0 }
  const reached = samples.findLast(({ lsn }) => lsn <= replayed)
  const ms = reached ? now.getTime() - reached.at.getTime() : Infinity
  return { bytes: newest.lsn - replayed, ms }
}

/**
 * Decides whether a read may use the replica: only if that has everything that the caller wrote,
 * on the timeline of the primary, and is within both limits. `required` is the position of the
 * caller's last write; a caller without a session has none.
 */
export function decideReplicaRead({
  samples,
  required,
  state,
  now,
}: {
  samples: readonly PositionSample[]
  required: Position | undefined
  state: ReplicaState
  now: Date
}): 'use' | FallbackReason {
  const { replayed } = state
  const lag = lagOf(samples, replayed, now)
  const timeline = samples.at(-1)?.timeline
  if (!state.isStandby) return 'NOT_A_STANDBY'
  if (lag === undefined || timeline === undefined || replayed === undefined) return 'UNKNOWN_LAG'
  if (state.timeline !== timeline) return 'REPLICA_TIMELINE'
  if (required && required.timeline !== timeline) return 'OTHER_TIMELINE'
  if (required && replayed < required.lsn) return 'BEHIND_WRITE'
  if (lag.ms > LAG_LIMIT_MS || lag.bytes > LAG_LIMIT_BYTES) return 'BEHIND_LIMIT'
  return 'use'
}

/** Lets a failing replica rest, so that members do not wait for it. */
export type Breaker = { failures: number; restsUntil: Date | undefined }

export const CLOSED_BREAKER: Breaker = { failures: 0, restsUntil: undefined }

const FAILURES_UNTIL_REST = 3
export const REST_MS = 10 * SECOND_MS
/** A replica that is behind or was promoted changes soon. */
export const SHORT_REST_MS = SECOND_MS

/** Returns the breaker after an attempt was admitted, or undefined while the replica rests. */
export function admitted(breaker: Breaker, now: Date): Breaker | undefined {
  if (breaker.restsUntil === undefined) return breaker
  if (now < breaker.restsUntil) return undefined
  // Only one read tries the replica after a rest; the others wait for its result.
  return { ...breaker, restsUntil: new Date(now.getTime() + REST_MS) }
}

export function afterFailure({ failures, restsUntil }: Breaker, now: Date): Breaker {
  const isOpen = failures + 1 >= FAILURES_UNTIL_REST
  return {
    failures: failures + 1,
    restsUntil: isOpen ? new Date(now.getTime() + REST_MS) : restsUntil,
  }
}

/** Follows an answer of the replica; one that no read could use makes it rest for a moment. */
export function afterAnswer(outcome: 'use' | FallbackReason, now: Date): Breaker {
  const isUnusable =
    outcome === 'BEHIND_LIMIT' ||
    outcome === 'NOT_A_STANDBY' ||
    outcome === 'REPLICA_TIMELINE' ||
    outcome === 'UNKNOWN_LAG'
  return {
    failures: 0,
    restsUntil: isUnusable ? new Date(now.getTime() + SHORT_REST_MS) : undefined,
  }
}

/**
 * The position expires long after the lag limit, and soon enough that a forgotten one costs nothing.
 */
export const POSITION_TTL_MS = 300 * SECOND_MS

/**
 * A write whose outcome is unknown commits within this time or not at all, because the database ends
 * an idle transaction after a minute and a statement earlier.
 */
export const UNKNOWN_WRITE_MS = 90 * SECOND_MS

/** Entries of a history that are older than this change rarely, so that a replica may list them. */
export const OLD_ENTRY_MS = 24 * 60 * 60 * SECOND_MS
