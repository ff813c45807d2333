import { countingSpent, isOverValue } from '@solstice/rules/connection/limits'
import { checkRequest, withSeen } from '@solstice/rules/connection/request'
import type { RequestProblem } from '@solstice/rules/connection/request'
import type { Session, Waiting } from './record.ts'

const RATE_WINDOW_MS = 60_000
/** Twice the highest rate, so that a flood does not grow the record. */
const KEPT_TIMES = 60

/** The part of a session that decides about its requests, with the networks of the programme now. */
export function scopeOf(session: Session, networks: readonly number[]) {
  const chainIds = session.chainIds.filter((id) => networks.includes(id))
  return { ...session, siteUrl: session.site.url, chainIds }
}

/** Counts a request that arrived, and stores it unless it was refused. */
export function received(
  session: Session,
  id: number,
  waiting: Waiting | undefined,
  nowMs: number,
): Session {
  return {
    ...session,
    requestTimesMs: [...session.requestTimesMs, nowMs].slice(-KEPT_TIMES),
    seenIds: withSeen(session.seenIds, id),
    waiting: waiting ? [...session.waiting, waiting] : session.waiting,
  }
}

/** The dollars that a request moves; undefined if they are not known. */
export type Moves = { usd: number | undefined }

export type ClaimProblem =
  | RequestProblem
  /** The site ended the connection, or it expired. */
  | 'ended'
  /** It was confirmed before, so it may have been sent. */
  | 'taken'
  /** The device has another wallet now. */
  | 'account'

/** Decides if a request that the member confirmed may be signed now. */
export function decideClaim(
  session: Session,
  id: number,
  {
    moves,
    networks,
    nowMs,
  }: { moves: Moves | undefined; networks: readonly number[]; nowMs: number },
): 'claimed' | ClaimProblem {
  const request = session.waiting.find((each) => each.id === id)
  if (!request) return 'expired'
  if (request.state !== 'open') return 'taken'
  const decision = checkRequest(request, scopeOf(session, networks), nowMs)
  if (decision.kind === 'refused') return decision.why
  const isOver = moves !== undefined && isOverValue(moves.usd, session.limits, session.spent, nowMs)
  return isOver ? 'over-value' : 'claimed'
}

/** Marks a request before it is signed, and counts its value until it is released. */
export function claimed(session: Session, id: number, usd: number, nowMs: number): Session {
  return {
    ...withState(session, id, 'claimed'),
    spent: usd > 0 ? [...session.spent, { requestId: id, atMs: nowMs, usd }] : session.spent,
  }
}

/** Opens a claimed request again after a failure before which nothing was sent. */
export function released(session: Session, id: number): Session {
  const request = session.waiting.find((each) => each.id === id)
  if (request?.state !== 'claimed') return session
  const spent = session.spent.filter(({ requestId }) => requestId !== id)
  return { ...withState(session, id, 'open'), spent }
}

/** Marks the requests that were claimed when the app ended. */
export function afterRestart(session: Session): Session {
  return session.waiting.reduce(
    (kept, { id, state }) => (state === 'claimed' ? withState(kept, id, 'interrupted') : kept),
    session,
  )
}

function withState(session: Session, id: number, state: Waiting['state']): Session {
  const waiting = session.waiting.map((each) => (each.id === id ? { ...each, state } : each))
  return { ...session, waiting }
}

/** Removes a request that is answered. */
export function answered(session: Session, id: number, nowMs: number): Session {
  const waiting = session.waiting.filter((each) => each.id !== id)
  return { ...session, waiting, lastUsedAtMs: nowMs }
}

/** Drops what no longer counts. A claimed request stays until the member has seen its outcome. */
export function tidied(session: Session, nowMs: number): Session {
  return {
    ...session,
    requestTimesMs: session.requestTimesMs.filter((at) => at > nowMs - RATE_WINDOW_MS),
    spent: countingSpent(session.spent, nowMs),
    waiting: session.waiting.filter((each) => each.state !== 'open' || each.expiresAtMs > nowMs),
  }
}
