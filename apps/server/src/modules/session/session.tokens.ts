import type { Keys } from '#/platform/process/keys.ts'

/** The content of an access token whose fingerprint has been verified. */
export type AccessToken = { sessionId: string; generation: number; expiresAt: Date }
export type RefreshToken = { sessionId: string; generation: number }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function accessTokenText(keys: Keys, token: AccessToken): string {
  return signed(keys, ['a', token.sessionId, token.generation, token.expiresAt.getTime()])
}

export function refreshTokenText(keys: Keys, token: RefreshToken): string {
  return signed(keys, ['r', token.sessionId, token.generation])
}

export function readAccessToken(keys: Keys, text: string): AccessToken | undefined {
  const [kind, sessionId = '', generation, expiresAt] = verified(keys, text)
  if (kind !== 'a' || !UUID.test(sessionId)) return undefined
  return { sessionId, generation: Number(generation), expiresAt: new Date(Number(expiresAt)) }
}

export function readRefreshToken(keys: Keys, text: string): RefreshToken | undefined {
  const [kind, sessionId = '', generation] = verified(keys, text)
  if (kind !== 'r' || !UUID.test(sessionId)) return undefined
  return { sessionId, generation: Number(generation) }
}

function signed(keys: Keys, parts: readonly (string | number)[]): string {
  const claim = parts.join('.')
  return `${claim}.${keys.mac('session', claim)}`
}

function verified(keys: Keys, text: string): string[] {
  const end = text.lastIndexOf('.')
  const claim = text.slice(0, Math.max(end, 0))
  return keys.isMac('session', claim, text.slice(end + 1)) ? claim.split('.') : []
}
