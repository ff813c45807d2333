import { DAY_MS } from './duration.ts'

/** The lifetime of an operator's token. */
export const OPERATOR_TOKEN_TTL_MS = 90 * DAY_MS

export function operatorTokenExpiresAt(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + OPERATOR_TOKEN_TTL_MS)
}
