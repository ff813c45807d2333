import { DAY_MS } from './duration.ts'

/** The lifetime of an operator's token. */
export const OPERATOR_TOKEN_TTL_MS = 90 * DAY_MS

export function operatorTokenExpiresAt(givenAt: Date): Date {
  return new Date(givenAt.getTime() + OPERATOR_TOKEN_TTL_MS)
}
