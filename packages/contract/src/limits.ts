import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'

/**
 * Whom a limit counts for. `account` is the address in the body, known or not; `sign-in` is the same,
 * but a device that has logged in to that account before is counted by itself. `password` is the member
 * of a call that carries their password: one without it neither counts nor clears a count.
 */
export type LimitSubject = 'ip' | 'account' | 'sign-in' | 'session' | 'member' | 'password'

export type Limit = {
  per: LimitSubject
  max: number
  windowMs: number
  /** `failures`: a success clears the count, so that only wrong tries add up. */
  counts: 'calls' | 'failures'
}

/** Every limit there is. A call has the ones it names, and no other. */
export const LIMITS = {
  loginPerAccount: { per: 'sign-in', max: 10, windowMs: 15 * MINUTE_MS, counts: 'failures' },
  loginPerIp: { per: 'ip', max: 100, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  codesPerAccount: { per: 'account', max: 10, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  resetCodesPerDay: { per: 'sign-in', max: 10, windowMs: DAY_MS, counts: 'calls' },
  codesPerMember: { per: 'member', max: 10, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  unfreezePerSession: { per: 'session', max: 10, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  codesPerIp: { per: 'ip', max: 60, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  checksPerIp: { per: 'ip', max: 300, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  newPasswordsPerIp: { per: 'ip', max: 60, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  pinPerIp: { per: 'ip', max: 600, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  passwordPerMember: { per: 'password', max: 10, windowMs: 15 * MINUTE_MS, counts: 'failures' },
  reissuePerIp: { per: 'ip', max: 1000, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  reissuePerSession: { per: 'session', max: 60, windowMs: MINUTE_MS, counts: 'calls' },
  referralsPerMember: { per: 'member', max: 20, windowMs: 60 * MINUTE_MS, counts: 'calls' },
  walletsPerMember: { per: 'member', max: 30, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  explorerPerIp: { per: 'ip', max: 240, windowMs: MINUTE_MS, counts: 'calls' },
  devicesPerMember: { per: 'member', max: 30, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  pushTestsPerMember: { per: 'member', max: 10, windowMs: MINUTE_MS, counts: 'calls' },
  valuePerMember: { per: 'member', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
