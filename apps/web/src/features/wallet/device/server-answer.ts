import { Code } from '@solstice/contract/codes'
import { ApiError } from '@solstice/ui/api-error.ts'
import type { ServerAnswer } from './wallet-decision.ts'

/**
 * Reads the wallet from a profile and verifies that the profile belongs to the member. Only
 * explicit values count.
 */
export async function readAnswer(
  fetchProfile: () => Promise<unknown>,
  email: string,
): Promise<ServerAnswer> {
  try {
    return parseProfile(await fetchProfile(), email)
  } catch (cause) {
    return { kind: isRefusal(cause) ? 'refused' : 'none' }
  }
}

function parseProfile(profile: unknown, email: string): ServerAnswer {
  if (typeof profile !== 'object' || profile === null) return { kind: 'none' }
  const fields = profile as { walletAddress?: unknown; email?: unknown } // Each field is validated.
  const { walletAddress } = fields
  if (walletAddress !== null && typeof walletAddress !== 'string') return { kind: 'none' }
  if (typeof fields.email !== 'string') return { kind: 'none' }
  return fields.email === email ? { kind: 'said', walletAddress } : { kind: 'other-member' }
}

function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    cause.code !== undefined &&
    cause.status >= 400 &&
    cause.status < 500 &&
    cause.code !== Code.TOO_MANY_REQUESTS
  )
}
