import type { Language } from '@solstice/contract/messages'
import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ACCESS_TTL_MS, decideReissue, sessionTtlMs } from '@solstice/rules/session'
import { batched } from '#/platform/process/batch.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import type { Shared } from '#/platform/process/shared.ts'
import { deviceOf } from './session.device.ts'
import {
  deleteSessionsOf,
  endSession,
  endSessionsOf,
  deleteEndedSubscriptions,
  findCallers,
  findOpenSessions,
  insertSession,
  lockOpenSession,
  lockSession,
  markReceived,
  updateSession,
  type Caller,
  type SessionRow,
} from './session.queries.ts'
import {
  accessTokenText,
  readAccessToken,
  readRefreshToken,
  refreshTokenText,
  type RefreshToken,
} from './session.tokens.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'keys'>

/** The values of the session cookies. */
export type SessionTokens = {
  access: string
  accessExpiresAt: Date
  refresh: string
  keepLoggedIn: boolean
}

/** The caller: the session of the request and the member's data that was read with it. */
export type MemberSession = {
  sessionId: string
  memberId: number
  email: string
  nickname: string
  language: Language
  walletAddress: string | null
  hasPin: boolean
  /** The time at which the password was entered. */
  openedAt: Date
}

/** The options of a sign-in: "keep me logged in", the browser's user agent and its network. */
export type SignIn = {
  keepLoggedIn: boolean
  userAgent: string | undefined
  /** A keyed fingerprint of the network. */
  network?: string | undefined
}

export async function openSession(
  ctx: Context,
  memberId: number,
  { keepLoggedIn, userAgent, network }: SignIn,
): Promise<SessionTokens> {
  const now = ctx.now()
  const session = {
    id: randomUUID(),
    memberId,
    generation: 0,
    keepLoggedIn,
    device: deviceOf(userAgent),
    network: network ?? null,
    createdAt: now,
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + sessionTtlMs(keepLoggedIn)),
  }
  await insertSession(ctx.db, session)
  return tokensOf(ctx, session)
}

/** Every private call reads its session, so concurrent calls share a statement. */
const CALLERS: Shared<(sessionId: string) => Promise<Caller | undefined>> = {
  name: 'session.callers',
  create: (db) =>
    batched(async (sessionIds: string[]) => {
      const found = await findCallers(db, { sessionIds })
      return new Map(found.map((caller) => [caller.sessionId, caller]))
    }),
}

/** Returns 9993 for everything that a refresh may fix, so that the app tries one. */
export async function authenticate(
  ctx: Context & Pick<AppContext, 'shared'>,
  access: string | undefined,
): Promise<MemberSession> {
  const token = access === undefined ? undefined : readAccessToken(ctx.keys, access)
  if (!token || ctx.now() >= token.expiresAt) throw refuse(Code.TOKEN_EXPIRED)

  const caller = await ctx.shared(CALLERS)(token.sessionId)
  const alive = caller && caller.endedAt === null && ctx.now() < caller.expiresAt
  // Requests sent while the tokens rotated still arrive with the previous ones.
  const current = alive && token.generation >= caller.generation - 1
  // A suspended member's app then tries a refresh, whose response states the reason.
  if (!current || caller.status !== 'ACTIVE') throw refuse(Code.TOKEN_EXPIRED)

  if (token.generation === caller.generation && !caller.received) {
    await markReceived(ctx.db, token.sessionId, token.generation)
  }
  const { memberId, email, nickname, language, walletAddress, hasPin, openedAt } = caller
  return {
    sessionId: token.sessionId,
    memberId,
    email,
    nickname,
    language,
    walletAddress,
    hasPin,
    openedAt,
  }
}

/**
 * Exchanges a refresh token. Returns the member too, because a disabled member gets no new token.
 */
export async function reissueSession(
  ctx: Context,
  refresh: string | undefined,
): Promise<{ memberId: number; tokens: SessionTokens }> {
  const token = refresh === undefined ? undefined : readRefreshToken(ctx.keys, refresh)
  if (!token) throw refuse(Code.INVALID_REQUEST)

  const outcome = await ctx.db.transaction((tx) => decideAndSaveReissue(tx, ctx.now(), token))
  if (outcome === 'expired') throw refuse(Code.TOKEN_EXPIRED)
  if (outcome === 'ended') throw refuse(Code.INVALID_REQUEST)
  return { memberId: outcome.memberId, tokens: tokensOf(ctx, outcome) }
}

/** Returns whether exchanging this token would give a session, without changing anything. */
export async function canReissue(
  ctx: Context & Pick<AppContext, 'shared'>,
  refresh: string | undefined,
): Promise<boolean> {
  const token = refresh === undefined ? undefined : readRefreshToken(ctx.keys, refresh)
  const caller = token && (await ctx.shared(CALLERS)(token.sessionId))
  if (!caller || caller.status !== 'ACTIVE') return false
  const state = { ...caller, ended: caller.endedAt !== null }
  const decision = decideReissue(state, token.generation, ctx.now())
  return decision === 'rotate' || decision === 'repeat'
}

/**
 * Returns the id of the session that a refresh token was issued for. The session may have ended, so
 * this authenticates nothing.
 */
export function sessionIdOfRefreshToken(
  { keys }: Pick<AppContext, 'keys'>,
  refresh: string | undefined,
): string | undefined {
  return refresh === undefined ? undefined : readRefreshToken(keys, refresh)?.sessionId
}

/**
 * Decides and saves. A refusal is returned, not thrown, because the end of the session must be
 * committed with it.
 */
async function decideAndSaveReissue(
  tx: Db,
  now: Date,
  token: RefreshToken,
): Promise<SessionRow | 'expired' | 'ended'> {
  const session = await lockSession(tx, token.sessionId)
  if (!session) return 'ended'
  const state = { ...session, ended: session.endedAt !== null }
  const decision = decideReissue(state, token.generation, now)
  switch (decision) {
    case 'rotate': {
      const next = {
        generation: session.generation + 1,
        received: false,
        rotatedAt: now,
        expiresAt: new Date(now.getTime() + sessionTtlMs(session.keepLoggedIn)),
      }
      await updateSession(tx, session.id, next)
      return { ...session, ...next }
    }
    case 'repeat':
      return session
    case 'reused':
      await endSession(tx, session.id, now)
      return 'ended'
    case 'ended':
    case 'expired':
      return decision
  }
}

/** Ends the session that either of the two tokens identifies. */
export async function closeSession(
  ctx: Context,
  tokens: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const token =
    (tokens.refresh && readRefreshToken(ctx.keys, tokens.refresh)) ||
    (tokens.access && readAccessToken(ctx.keys, tokens.access))
  if (token) await endSession(ctx.db, token.sessionId, ctx.now())
}

/** Runs in the caller's transaction and returns how many sessions it ended. */
export function endOtherSessions(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  session: Pick<MemberSession, 'memberId' | 'sessionId'>,
): Promise<number> {
  return endSessionsOf(tx, session.memberId, { endedAt: ctx.now(), except: session.sessionId })
}

export async function endAllSessions(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<void> {
  await endSessionsOf(tx, memberId, { endedAt: ctx.now(), except: undefined })
}

export function endThisSession(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  session: Pick<MemberSession, 'sessionId'>,
): Promise<void> {
  return endSession(tx, session.sessionId, ctx.now())
}

/** Keeps the session open until the transaction ends; throws if it has already ended. */
export async function lockOpenSessionOrThrow(tx: Db, sessionId: string): Promise<void> {
  if (!(await lockOpenSession(tx, sessionId))) throw refuse(Code.TOKEN_EXPIRED)
}

/** Deletes the sessions as part of deleting an account. */
export function eraseSessions(tx: Db, memberId: number): Promise<void> {
  return deleteSessionsOf(tx, memberId)
}

const LABEL_LENGTH = 16

/** Returns a label for members to see, because the session id is part of its tokens. */
function labelOf(ctx: Pick<AppContext, 'keys'>, sessionId: string): string {
  return ctx.keys.mac('session-label', sessionId).slice(0, LABEL_LENGTH)
}

/** Logs out every other device of the member. */
export function logOutOthers(
  ctx: Context,
  session: Pick<MemberSession, 'memberId' | 'sessionId'>,
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const ended = await endOtherSessions(tx, ctx, session)
    await deleteEndedSubscriptions(tx, session.memberId)
    return ended
  })
}

/**
 * Logs out every device of the member, in the caller's transaction. Returns how many sessions it
 * ended.
 */
export async function logOutEverywhere(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<number> {
  const ended = await endSessionsOf(tx, memberId, { endedAt: ctx.now(), except: undefined })
  await deleteEndedSubscriptions(tx, memberId)
  return ended
}

/** Returns the open sessions of a member, last used first. */
export function openSessionsOf(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<SessionRow[]> {
  return findOpenSessions(ctx.db, memberId, ctx.now())
}

/** Ends a session on another device of the member. The current session ends with a log-out. */
export async function endOneSession(
  ctx: Context,
  session: Pick<MemberSession, 'memberId' | 'sessionId'>,
  label: string,
): Promise<void> {
  if (label === labelOf(ctx, session.sessionId)) throw refuse(Code.INVALID_REQUEST)
  const open = await findOpenSessions(ctx.db, session.memberId, ctx.now())
  const chosen = open.find(({ id }) => labelOf(ctx, id) === label)
  if (!chosen) throw refuse(Code.NOT_FOUND)
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, chosen.id, ctx.now())
    await deleteEndedSubscriptions(tx, session.memberId)
  })
}

/** Lists the member's open sessions. The last use is the time of the last token exchange. */
export async function listSessions(
  ctx: Context,
  session: Pick<MemberSession, 'memberId' | 'sessionId'>,
): Promise<CallData<'session.list'>['list']> {
  const open = await findOpenSessions(ctx.db, session.memberId, ctx.now())
  return open
    .map(({ id, createdAt, rotatedAt, device }) => ({
      sessionId: labelOf(ctx, id),
      createdAt: createdAt.toISOString(),
      lastUsedAt: rotatedAt.toISOString(),
      current: id === session.sessionId,
      device,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}

function tokensOf(
  ctx: Context,
  session: Pick<SessionRow, 'id' | 'generation' | 'keepLoggedIn'>,
): SessionTokens {
  const accessExpiresAt = new Date(ctx.now().getTime() + ACCESS_TTL_MS)
  const { id: sessionId, generation, keepLoggedIn } = session
  return {
    access: accessTokenText(ctx.keys, { sessionId, generation, expiresAt: accessExpiresAt }),
    accessExpiresAt,
    refresh: refreshTokenText(ctx.keys, { sessionId, generation }),
    keepLoggedIn,
  }
}
