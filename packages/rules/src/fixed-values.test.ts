import { expect, test } from 'vitest'
import * as account from './account.ts'
import * as alert from './alert.ts'
import { ASSETS } from './asset.ts'
import * as availability from './availability.ts'
import { DEFAULT_CHECK_IN } from './missions/check-in/check-in.ts'
import * as duration from './duration.ts'
import { EMAIL_MAX_LENGTH } from './email.ts'
import { GAS_SPEEDS } from './gas.ts'
import * as invite from './invite.ts'
import { LINK_WAIT_MS } from './mission.ts'
import { NATIVE_DECIMALS } from './network.ts'
import * as order from './order.ts'
import { NEW_PASSWORD_CONDITIONS } from './password.ts'
import * as payout from './payout.ts'
import * as pin from './pin.ts'
import { REFERRAL_CODE_ALPHABET, REFERRAL_CODE_LENGTH } from './referral-code.ts'
import * as refund from './refund.ts'
import * as round from './round.ts'
import { HABITS } from './season-simulation.ts'
import { ACCESS_TTL_MS, REISSUE_GRACE_MS } from './session.ts'
import { DEFAULT_SPIN } from './missions/spin/spin.ts'
import { CHALLENGE_TTL_MS } from './wallet.ts'

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

// Database rows and apps of earlier releases use these names.
test.each<[string, readonly unknown[], readonly unknown[]]>([
  [
    'deletion reasons',
    account.DELETION_REASONS,
    ['NOT_USEFUL', 'DIFFICULT', 'PRIVACY', 'OTHER_SERVICE', 'OTHER'],
  ],
  [
    'security events',
    account.SECURITY_EVENTS,
    [
      'PASSWORD_RESET',
      'PASSWORD_CHANGED',
      'PIN_SET',
      'PIN_CHANGED',
      'PIN_REPLACED',
      'PIN_LOCKED',
      'WALLET_REGISTERED',
      'WALLET_CHANGED',
      'NEW_DEVICE',
      'DATA_EXPORTED',
    ],
  ],
  [
    'events that pause withdrawals',
    account.PAUSING_EVENTS,
    ['PASSWORD_RESET', 'PIN_SET', 'PIN_REPLACED', 'WALLET_REGISTERED', 'WALLET_CHANGED'],
  ],
  [
    'events that pause deletion and disconnecting',
    account.TAKEOVER_EVENTS,
    ['PASSWORD_RESET', 'PIN_REPLACED'],
  ],
  ['image types', account.PROFILE_IMAGE_TYPES, ['image/png', 'image/jpeg', 'image/webp']],
  [
    'alert codes',
    alert.ALERT_CODES,
    [
      'PURCHASE_SUCCESS',
      'PURCHASE_FAIL',
      'REFUND_COMPLETE',
      'REFUND_SUBMIT',
      'PURCHASE',
      'TICKET',
      'CHECK_IN',
      'RANDOM_XP',
      'SEASON_OPEN',
      'REWARD',
      'REWARD_WAITING',
      'REWARD_READY',
      'MAINTENANCE_START',
      'MAINTENANCE_END',
      'PASSWORD_CHANGED',
      'PASSWORD_RESET',
      'PIN_LOCKED',
      'PIN_RESET',
      'NEW_DEVICE',
      'WALLET_CHANGED',
      'INVITE_QUALIFIED',
      'INVITE_CLAIMABLE',
      'WITHDRAWAL_FAILED',
      'REFUND_REJECTED',
      'FUNDS_RECEIVED',
      'RECAP_READY',
      'LEAGUE_PROMOTED',
      'LEAGUE_STAYED',
      'LEAGUE_RELEGATED',
      'SEASON_PAUSED',
      'SEASON_RESUMED',
      'DAY_EXCUSED',
      'HOLD_OPENED',
      'HOLD_APPEALED',
      'HOLD_UPHELD',
      'HOLD_RELEASED',
      'HOLD_LAPSED',
    ],
  ],
  [
    'alert settings',
    alert.ALERT_SETTINGS.map(({ id, type }) => `${id} ${type}`),
    [
      '1 CHECK_IN',
      '2 SPIN',
      '3 TICKET',
      '4 PURCHASE',
      '5 SEASON',
      '6 REWARD',
      '7 NOTICE',
      '8 FUNDS',
    ],
  ],
  ['assets', ASSETS, ['SEASON_XP', 'XP', 'TICKET', 'CREDIT', 'REFERRAL', 'REWARD']],
  ['gas speeds', GAS_SPEEDS, ['slow', 'normal', 'fast']],
  ['claim types', invite.CLAIM_TYPES, ['FIRST_INVITE', 'TOTAL_INVITE', 'REFERRAL']],
  ['password conditions', NEW_PASSWORD_CONDITIONS, ['length', 'upper', 'lower', 'digit', 'symbol']],
  ['refund types', refund.REFUND_TYPES, ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER']],
  [
    'habits of simulated members',
    HABITS.map(({ name, share, daysPerWeek }) => `${name} ${share} ${daysPerWeek}`),
    ['daily 0.2 7', 'regular 0.3 4', 'casual 0.5 1'],
  ],
])('the %s keep their names and order', (_label, values, expected) => {
  expect(values).toEqual(expected)
})

test.each([
  ['a second', duration.SECOND_MS, SECOND],
  ['a minute', duration.MINUTE_MS, MINUTE],
  ['an hour', duration.HOUR_MS, HOUR],
  ['a day', duration.DAY_MS, DAY],
  ['the withdrawal pause', account.WITHDRAWAL_PAUSE_MS, 48 * HOUR],
  ['the time an alert is listed', alert.NOTICE_TTL_MS, 30 * DAY],
  ['the wait at an opened link', LINK_WAIT_MS, 10 * SECOND],
  ['the time to pay an order', order.ORDER_TTL_MS, 30 * MINUTE],
  ['the grace period of a submitted payment', order.SUBMITTED_PAYMENT_GRACE_MS, 2 * HOUR],
  ['the wait before a payout raises its fee', payout.BUMP_AFTER_MS, MINUTE],
  ['the time to finish a PIN enrolment', pin.PIN_ENROLMENT_TTL_MS, 10 * MINUTE],
  ['the time to verify a PIN evaluation', pin.PIN_EVALUATION_TTL_MS, 10 * MINUTE],
  ['the TTL of a PIN token', pin.PIN_TOKEN_TTL_MS, 5 * MINUTE],
  ['the first wait of a retired PIN', pin.RETIRED_PIN_FIRST_WAIT_MS, 60 * MINUTE],
  ['the longest wait of a retired PIN', pin.RETIRED_PIN_MAX_WAIT_MS, DAY],
  ['the TTL of PIN keys after a deletion', pin.DELETED_PIN_KEY_TTL_MS, 30 * DAY],
  ['the longest TTL of a shared PIN key after a deletion', pin.CONTESTED_PIN_KEY_TTL_MS, 365 * DAY],
  ['the window for a change of mind', refund.CHANGE_OF_MIND_MS, 7 * DAY],
  ['the delay of a refund', refund.REFUND_DELAY_MS, MINUTE],
  ['the time unmatched payments are collected', refund.RETURN_DELAY_MS, 2 * SECOND],
  ['the wait for an unseen payment', refund.UNCREDITED_WAIT_MS, DAY],
  ['the time a reward waits for a wallet', round.REWARD_GRACE_MS, 30 * DAY],
  ['the delay of a settlement', round.SETTLE_AFTER_MS, MINUTE],
  ['the shortest incident that is published', availability.INCIDENT_FROM_MS, 5 * MINUTE],
  ['the TTL of an access token', ACCESS_TTL_MS, 15 * MINUTE],
  ['the grace period of a reissue', REISSUE_GRACE_MS, 10 * SECOND],
  ['the time to sign a challenge', CHALLENGE_TTL_MS, 5 * MINUTE],
])('%s is %i ms', (_label, value, expected) => {
  expect(value).toBe(expected)
})

test.each<[string, unknown, unknown]>([
  ['the deletion text', account.DELETION_TEXT_MAX_LENGTH, 500],
  ['a profile image', account.PROFILE_IMAGE_MAX_BYTES, 1_048_576],
  ['an e-mail address', EMAIL_MAX_LENGTH, 254],
  ['the decimals of a coin', NATIVE_DECIMALS, 18],
  ['open orders of a member', order.OPEN_ORDERS_MAX, 10],
  ['payouts in flight', payout.IN_FLIGHT_MAX, 8],
  ['refunds in flight', payout.REFUNDS_IN_FLIGHT_MAX, 4],
  ['relayed sends in flight', payout.RELAYS_IN_FLIGHT_MAX, 4],
  ['returns to one payer in a day', refund.RETURNS_PER_DAY, 3],
  [
    'daily payouts on local chains',
    payout.LOCAL_CAPS,
    { perMember: '100', perDay: '10000', refundsPerDay: '10000' },
  ],
  [
    'daily payouts in the coins of local chains',
    payout.LOCAL_COIN_CAPS,
    { perMember: '1', perDay: '10', refundsPerDay: '10' },
  ],
  ['the digits of a PIN', pin.PIN_LENGTH, 6],
  ['the attempts of a PIN', pin.PIN_MAX_ATTEMPTS, 5],
  ['the length of a referral code', REFERRAL_CODE_LENGTH, 8],
  ['the alphabet of referral codes', REFERRAL_CODE_ALPHABET, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'],
  ['the smallest unmatched payment to return', refund.UNMATCHED_REFUND_MIN, '0.01'],
  ['the check-in days of a reward', round.CHECK_IN_DAYS_FOR_REWARD, 3],
  ['a check-in', DEFAULT_CHECK_IN, { baseXp: 50, bonusEvery: 5, bonusXp: 100 }],
  ['daily spins', DEFAULT_SPIN, { freePerDay: 1, ticketsPerSpin: 1 }],
  [
    'invites',
    invite.DEFAULT_INVITE_TERMS,
    {
      firstInviteXp: 100,
      totalInviteCount: 10,
      totalInviteXp: 500,
      symbol: 'USDS',
      referralReward: 1_000_000n,
      checkInDays: 3,
      claimDelayDays: 7,
      maxPerReferrer: 100_000_000n,
      seasonBudget: 10_000_000_000n,
      minWithdraw: 10_000_000n,
      maxWithdrawPerDay: 100_000_000n,
    },
  ],
])('the limit of %s matches the programme', (_label, value, expected) => {
  expect(value).toEqual(expected)
})
