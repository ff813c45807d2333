import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'

/**
 * The subject whose calls a limit counts. `account` is the email address in the body, known or not;
 * `sign-in` is the same, but counts a device that has logged in to that account before separately.
 * `password` is the member of a call that carries their password: a call without it neither counts
 * nor clears a count. `operator` is an operator, whose calls the service counts.
 * `operator-device` is the email address in the body together with the browser, if an operator has
 * signed in there before, or with the network; `operator-stranger` is the address alone, for all
 * other browsers together.
 */
export type LimitSubject =
  | 'ip'
  | 'account'
  | 'sign-in'
  | 'session'
  | 'member'
  | 'password'
  | 'operator'
  | 'operator-device'
  | 'operator-stranger'

export type Limit = {
  per: LimitSubject
  max: number
  windowMs: number
  /** `failures`: a success clears the count, so that only failed attempts add up. */
  counts: 'calls' | 'failures'
}

/** Lists every rate limit. A call has only the limits it names. */
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
  statusPerIp: { per: 'ip', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
  proofTestsPerOperator: { per: 'operator', max: 60, windowMs: MINUTE_MS, counts: 'calls' },
  campaignTestPerOperator: { per: 'operator', max: 20, windowMs: 10 * MINUTE_MS, counts: 'calls' },
  devicesPerMember: { per: 'member', max: 30, windowMs: 15 * MINUTE_MS, counts: 'calls' },
  pushTestsPerMember: { per: 'member', max: 10, windowMs: MINUTE_MS, counts: 'calls' },
  valuePerMember: { per: 'member', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
  drawsPerIp: { per: 'ip', max: 600, windowMs: MINUTE_MS, counts: 'calls' },
  recapsPerMember: { per: 'member', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
  explanationsPerMember: { per: 'member', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
  pointsLogPerMember: { per: 'member', max: 120, windowMs: MINUTE_MS, counts: 'calls' },
  exportsPerMember: { per: 'member', max: 5, windowMs: DAY_MS, counts: 'calls' },
  operatorCodesPerName: { per: 'operator', max: 5, windowMs: 15 * MINUTE_MS, counts: 'failures' },
  operatorPasswordPerDevice: {
    per: 'operator-device',
    max: 5,
    windowMs: 15 * MINUTE_MS,
    counts: 'failures',
  },
  operatorPasswordPerName: {
    per: 'operator-stranger',
    max: 100,
    windowMs: 15 * MINUTE_MS,
    counts: 'failures',
  },
  operatorRecoveryPerDevice: {
    per: 'operator-device',
    max: 5,
    windowMs: 15 * MINUTE_MS,
    counts: 'calls',
  },
  operatorLoginPerIp: { per: 'ip', max: 60, windowMs: 15 * MINUTE_MS, counts: 'calls' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
