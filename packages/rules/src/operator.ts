import { DAY_MS } from './duration.ts'

/** So long an operator's token works. */
export const OPERATOR_TOKEN_TTL_MS = 90 * DAY_MS

export function operatorTokenExpiresAt(givenAt: Date): Date {
  return new Date(givenAt.getTime() + OPERATOR_TOKEN_TTL_MS)
}
