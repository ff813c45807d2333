import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '@solstice/rules/duration'
import { POSITION_TTL_MS, UNKNOWN_WRITE_MS, type Position } from '@solstice/rules/replica'
import { readAccessToken } from '#/modules/session/session.tokens.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { cookieIn, sessionCookies } from './cookies.ts'

/**
 * The cookie with the position of the caller's last write. It decides only which database answers,
 * so it is separate from the session and valid for minutes.
 */
export type PositionCookie = {
  /** The session that the position belongs to; undefined for a caller without one. */
  sessionId: string | undefined
  /** Undefined if the cookie is missing, forged, expired or of another session. */
  position: Position | undefined
  /** A write of the session may still commit, so that no position covers it yet. */
  isUnknown: boolean
  /** Without a position the cookie is deleted. */
  set: (position: Position | undefined) => void
  /** Keeps the session's reads on the primary until the write has committed or never will. */
  setUnknown: () => void
}

/** Timelines of PostgreSQL begin with 1. */
const UNKNOWN: Position = { timeline: 0, lsn: 0n }

type Context = Pick<AppContext, 'keys' | 'now'>

export function positionCookies(
  ctx: Context,
  secure: boolean,
): (request: FastifyRequest, reply: FastifyReply) => PositionCookie {
  const name = `${secure ? '__Host-' : ''}solstice_position`
  const sessionsOf = sessionCookies(secure)
  return (request, reply) => {
    const { access } = sessionsOf(request, reply)
    // The token may have expired; the session is verified by the call itself.
    const sessionId =
      access === undefined ? undefined : readAccessToken(ctx.keys, access)?.sessionId
    const text = cookieIn(request, name)
    const given =
      sessionId === undefined || text === undefined ? undefined : readPosition(ctx, sessionId, text)
    const isUnknown = given?.timeline === UNKNOWN.timeline
    const write = (position: Position | undefined, ttlMs: number) => {
      const value = sessionId && position ? positionText(ctx, sessionId, position, ttlMs) : ''
      const maxAge = value === '' ? 0 : ttlMs / SECOND_MS
      const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
      reply.header('set-cookie', `${name}=${value}; ${attributes}; Max-Age=${maxAge}`)
    }
    return {
      sessionId,
      position: isUnknown ? undefined : given,
      isUnknown,
      set: (position) => write(position, POSITION_TTL_MS),
      setUnknown: () => write(UNKNOWN, UNKNOWN_WRITE_MS),
    }
  }
}

const claimOf = (sessionId: string, claim: string) => `${sessionId}.${claim}`

function positionText(
  { keys, now }: Context,
  sessionId: string,
  position: Position,
  ttlMs: number,
): string {
  const expiresAt = now().getTime() + ttlMs
  const claim = [position.timeline, position.lsn, expiresAt].join('.')
  return `${claim}.${keys.mac('replica-position', claimOf(sessionId, claim))}`
}

function readPosition({ keys, now }: Context, sessionId: string, text: string) {
  const end = text.lastIndexOf('.')
  const claim = text.slice(0, Math.max(end, 0))
  const isOurs = keys.isMac('replica-position', claimOf(sessionId, claim), text.slice(end + 1))
  if (!isOurs) return undefined
  const [timeline, lsn = '', expiresAt] = claim.split('.')
  if (now().getTime() >= Number(expiresAt)) return undefined
  return { timeline: Number(timeline), lsn: BigInt(lsn) }
}
