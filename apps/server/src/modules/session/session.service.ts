import type { Language } from '@solstice/contract/messages'
import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { ACCESS_LIFE_MS, decideReissue, sessionLifeMs } from '@solstice/rules/session'
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
  forgetEndedDevices,
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

/** What goes into the cookies. */
export type SessionTokens = {
  access: string
  accessExpiresAt: Date
  refresh: string
  keepLoggedIn: boolean
}

/** Who is calling: the session they came with, and what is known of them from looking it up. */
export type MemberSession = {
  sessionId: string
  memberId: number
  email: string
  nickname: string
  language: Language
  walletAddress: string | null
  hasPin: boolean
  /** When the password was entered. */
  openedAt: Date
}

/** What somebody signs in with: their choice, and the browser as it calls itself. */
export type SignIn = { keepLoggedIn: boolean; userAgent: string | undefined }

export async function openSession(
  ctx: Context,
  memberId: number,
  { keepLoggedIn, userAgent }: SignIn,
): Promise<SessionTokens> {
  const now = ctx.now()
  const session = {
    id: randomUUID(),
    memberId,
    generation: 0,
    keepLoggedIn,
    device: deviceOf(userAgent),
    createdAt: now,
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs(keepLoggedIn)),
  }
  await insertSession(ctx.db, session)
  return tokensOf(ctx, session)
}

/** Every private call reads its session, so those that arrive together share a statement. */
const CALLERS: Shared<(sessionId: string) => Promise<Caller | undefined>> = {
  name: 'session.callers',
  create: (db) =>
    batched(async (sessionIds: string[]) => {
      const found = await findCallers(db, { sessionIds })
      return new Map(found.map((caller) => [caller.sessionId, caller]))
    }),
}

/** Answers 9993 for everything that a refresh may mend, so that the app tries one. */
export async function authenticate(
  ctx: Context & Pick<AppContext, 'shared'>,
  access: string | undefined,
): Promise<MemberSession> {
  const token = access === undefined ? undefined : readAccessToken(ctx.keys, access)
  if (!token || ctx.now() >= token.expiresAt) throw refuse(Code.TOKEN_EXPIRED)

  const caller = await ctx.shared(CALLERS)(token.sessionId)
  const alive = caller && caller.endedAt === null && ctx.now() < caller.expiresAt
  // Requests that were on their way while the tokens rotated still arrive with the ones before.
  const current = alive && token.generation >= caller.generation - 1
  // A suspended member's app asks for a refresh, and is told there why it gets none.
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

/** Exchanges a refresh token; also tells whose it is, because a disabled member gets no new one. */
export async function reissueSession(
  ctx: Context,
  refresh: string | undefined,
): Promise<{ memberId: number; tokens: SessionTokens }> {
  const token = refresh === undefined ? undefined : readRefreshToken(ctx.keys, refresh)
  if (!token) throw refuse(Code.INVALID_REQUEST)

  const outcome = await ctx.db.transaction((tx) => presentToken(tx, ctx.now(), token))
  if (outcome === 'expired') throw refuse(Code.TOKEN_EXPIRED)
  if (outcome === 'ended') throw refuse(Code.INVALID_REQUEST)
  return { memberId: outcome.memberId, tokens: tokensOf(ctx, outcome) }
}

/** Whether exchanging this token would give a session. Changes nothing. */
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

/** The session that a refresh token was given to, which may be over: it opens nothing. */
export function sessionHeldBy(
  { keys }: Pick<AppContext, 'keys'>,
  refresh: string | undefined,
): string | undefined {
  return refresh === undefined ? undefined : readRefreshToken(keys, refresh)?.sessionId
}

/** Decides and saves. A "no" is returned, not thrown: ending the session must be committed with it. */
async function presentToken(
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
        expiresAt: new Date(now.getTime() + sessionLifeMs(session.keepLoggedIn)),
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

/** Whatever of the two tokens still says which session it is, ends it. */
export async function closeSession(
  ctx: Context,
  tokens: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const token =
    (tokens.refresh && readRefreshToken(ctx.keys, tokens.refresh)) ||
    (tokens.access && readAccessToken(ctx.keys, tokens.access))
  if (token) await endSession(ctx.db, token.sessionId, ctx.now())
}

/** In the transaction of what makes it necessary. Tells how many there were. */
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

/** Until the transaction ends, the session does not; refused where it did already. */
export async function holdSession(tx: Db, sessionId: string): Promise<void> {
  if (!(await lockOpenSession(tx, sessionId))) throw refuse(Code.TOKEN_EXPIRED)
}

/** Part of deleting an account. */
export function eraseSessions(tx: Db, memberId: number): Promise<void> {
  return deleteSessionsOf(tx, memberId)
}

const LABEL_LENGTH = 16

/** The id of a session is in its tokens; members get a label that opens nothing. */
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
    await forgetEndedDevices(tx, session.memberId)
    return ended
  })
}

/** Ends a session of another device of the member. The current one ends by a log-out. */
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
    await forgetEndedDevices(tx, session.memberId)
  })
}

/** Where the member is signed in. A session was last used when its tokens were last exchanged. */
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
  const accessExpiresAt = new Date(ctx.now().getTime() + ACCESS_LIFE_MS)
  const { id: sessionId, generation, keepLoggedIn } = session
  return {
    access: accessTokenText(ctx.keys, { sessionId, generation, expiresAt: accessExpiresAt }),
    accessExpiresAt,
    refresh: refreshTokenText(ctx.keys, { sessionId, generation }),
    keepLoggedIn,
  }
}
