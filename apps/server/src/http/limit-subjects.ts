import type { FastifyRequest } from 'fastify'
import { normaliseEmail } from '@solstice/rules/email'
import type { MemberSession } from '#/modules/session/session.service.ts'
import type { Subjects } from '#/platform/books/limits.ts'
import { ipBudgetsOf } from '#/platform/process/ip-budgets.ts'
import type { SessionCookies } from './cookies.ts'

/**
 * Returns the subjects that a call counts for besides its address. It runs before the body is
 * validated, so that invalid calls count too.
 */
export function limitSubjects(
  request: FastifyRequest,
  cookies: SessionCookies,
  session: MemberSession | undefined,
): Subjects {
  const email = emailIn(request.body)
  // All generations of one session's refresh token start with the same parts.
  const sessionId = session?.sessionId ?? cookies.refresh?.split('.', 2).join('.')
  return {
    ...(email === undefined ? {} : { account: normaliseEmail(email) }),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(session === undefined ? {} : memberSubjects(session, request.body)),
  }
}

function memberSubjects({ memberId }: MemberSession, body: unknown): Subjects {
  const member = String(memberId)
  const hasPassword =
    typeof body === 'object' && body !== null && ('password' in body || 'currentPassword' in body)
  return hasPassword ? { member, password: member } : { member }
}

/**
 * Separates the budget of known devices, so that password guesses from strangers only use up the
 * budget of unknown devices.
 */
export async function signInSubject(
  request: FastifyRequest,
  deviceId: string | undefined,
  isKnownDevice: (email: string, deviceId: string) => Promise<boolean>,
): Promise<Subjects> {
  const email = emailIn(request.body)
  if (email === undefined) return {}
  const account = normaliseEmail(email)
  const isKnown = deviceId !== undefined && (await isKnownDevice(account, deviceId))
  return { 'sign-in': isKnown ? `${account} ${deviceId}` : account }
}

/**
 * Separates the budgets of an operator's own browsers and of each network, so that nobody locks an
 * operator out by guessing: strangers share a larger budget besides.
 */
export async function consoleSubjects(
  request: FastifyRequest,
  device: string | undefined,
  isKnownDevice: (email: string, device: string) => Promise<boolean>,
): Promise<Subjects> {
  const email = emailIn(request.body)
  if (email === undefined) return {}
  const account = normaliseEmail(email)
  // The body is not validated yet, and the database refuses a text with NUL.
  const isText = !account.includes('\0')
  if (isText && device !== undefined && (await isKnownDevice(account, device))) {
    return { 'operator-device': `${account} ${device}` }
  }
  const [network] = ipBudgetsOf(request.ip)
  return {
    'operator-device': `${account} ${network?.scope ?? request.ip}`,
    'operator-stranger': account,
  }
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body)) return undefined
  return typeof body.email === 'string' ? body.email : undefined
}
