import { describe, expect, test } from 'vitest'
import { ALERT_CODES } from '@solstice/rules/alert'
import { alertText } from './alert-texts.ts'
import { Code } from './codes.ts'
import { LANGUAGES, messageFor, MESSAGES } from './messages.ts'

const ALL = Object.values(Code)
/**
 * The screen itself describes these outcomes; a second sentence from the server would be redundant.
 */
const WITHOUT_MESSAGE: readonly Code[] = [Code.SUCCESS, Code.SERVER_ERROR]

const SENTENCES = [
  [1001, {}, 'This email already has an account. Log in instead.'],
  [1002, {}, 'Invalid email format'],
  [1003, {}, 'Invalid verification code.'],
  [1004, {}, 'Verification code has expired.'],
  [1005, {}, 'Wrong password format'],
  [1006, {}, 'The email or password is incorrect.'],
  [
    1007,
    { email: 'help@example.com', note: '' },
    'This account has been disabled. Your wallet and funds aren’t affected. For help, email help@example.com.',
  ],
  [1008, {}, 'Password does not match.'],
  [1009, {}, 'Invalid referral code.'],
  [
    1011,
    { email: 'help@example.com', note: ' (2026-06-23: Shared account)' },
    'This account is suspended (2026-06-23: Shared account). Your wallet and funds aren’t affected. For help, email help@example.com.',
  ],
  [9993, {}, 'Please sign in again'],
  [2001, { attempts: 3, maxAttempts: 5 }, 'Incorrect PIN (3/5)'],
  [2002, {}, 'Maximum attempts exceeded. Please log in again'],
  [2003, {}, 'Set up your PIN to continue'],
  [2004, {}, 'PIN is already set'],
  [2005, {}, 'Please enter a valid 6-digit PIN'],
  [2006, {}, 'Enter your PIN to continue'],
  [2007, {}, 'Account is locked. Please log in with email'],
  [2008, {}, 'Too many incorrect PINs. Please wait before you try again'],
  [2009, {}, 'We couldn’t confirm this device. Check its date and time.'],
  [2101, {}, 'Duplicate name'],
  [2102, {}, 'Wrong Name Format'],
  [2103, {}, 'This is the same as your current nickname'],
  [2104, {}, 'You’ve already added a referral code.'],
  [2105, {}, 'You can’t use your own referral code.'],
  [
    2106,
    {},
    'This email belonged to a deleted account. You can sign up with it again 180 days after deletion.',
  ],
  [2107, { agreement: 'Terms of Service' }, 'You must agree to the Terms of Service'],
  [2107, { agreement: 'Privacy Policy' }, 'You must agree to the Privacy Policy'],
  [2201, {}, 'Enter a valid wallet address.'],
  [2202, {}, 'Your account already has a wallet.'],
  [2203, {}, 'This wallet is connected to another account.'],
  [2204, {}, 'We couldn’t find this wallet.'],
  [2205, {}, 'We couldn’t confirm that this wallet is yours. Please try again.'],
  [2301, {}, 'Check-in time is not available'],
  [2302, {}, 'You have already checked in today.'],
  [2303, {}, 'No more spins available today.'],
  [2304, {}, 'This mission isn’t available right now.'],
  [2305, {}, 'This season isn’t open.'],
  [2950, {}, 'Your recap will be ready when the season ends.'],
  [2951, {}, 'We’re adding up this season. Your recap will be ready soon.'],
  [2952, {}, 'You didn’t take part in this season, so there’s no recap.'],
  [2953, {}, 'The recap of this season isn’t available anymore.'],
  [2980, {}, 'The leagues of this week aren’t drawn yet.'],
  [2401, {}, 'Not enough XP.'],
  [2402, {}, 'Not enough tickets.'],
  [2403, {}, 'This product isn’t available right now.'],
  [2404, {}, 'This purchase can’t be refunded.'],
  [2405, {}, 'You’ve already requested a refund.'],
  [2406, {}, 'We couldn’t verify your payment.'],
  [2501, {}, 'There’s nothing to claim yet.'],
  [2502, {}, 'You’ve already claimed this reward.'],
  [2503, {}, 'Your referral balance is too low.'],
  [2506, {}, 'Payouts are frozen. Unfreeze them first.'],
  [2507, {}, 'Your PIN or wallet is too new. Contact support to unfreeze.'],
  [2504, { time: '12:00' }, 'Withdrawals are paused until 12:00.'],
  [2505, { amount: '10 SOL' }, 'The minimum withdrawal is 10 SOL.'],
  [2901, {}, 'We couldn’t find that.'],
  [2902, { wait: '45 seconds' }, 'Too many attempts. Try again in 45 seconds.'],
  [2906, {}, 'Transaction history is unavailable until tomorrow. Your funds are safe.'],
  [2911, {}, 'Confirm that it’s you to continue.'],
  [2912, { approvalId: 7 }, 'Needs a second person: proposal 7.'],
  [2913, {}, 'This has changed since. Look at it again.'],
  [
    2914,
    {},
    'This needs a second person, but nobody answers for this token. Do it in the console, or let a person rotate the token first.',
  ],
  [2915, {}, 'This sign-in method is too new. Approve with an older one.'],
  [2940, {}, 'The difference has changed. Look at it again.'],
  [
    2945,
    {},
    'No phone to test on. Sign up in the app with your operator’s email address and allow notifications there.',
  ],
  [2946, {}, 'Send a test of this text to your phone first.'],
  [2947, {}, 'Members can read this notice already. Withdraw it and publish another one.'],
  [2948, {}, 'A campaign will send this text. Stop the campaign before you change it.'],
  [
    2990,
    {},
    'We can’t pay the fee of this send right now. Try again later, or pay the fee yourself.',
  ],
  [2991, {}, 'You’ve used all sends with a paid fee this month.'],
  [2992, {}, 'The signature has expired and nothing was sent. Confirm the send again.'],
  [2993, {}, 'The signature doesn’t match this send, so nothing was sent.'],
  [2994, {}, 'The network would reject this send. Check your balance and try again.'],
  [
    2995,
    {},
    'Three of your sends failed on the network, so we can’t pay more fees this month. You can still pay the fee yourself.',
  ],
  [2996, {}, 'Your last send with a paid fee is still under way. Try again once it has arrived.'],
  [2970, { until: '2026-07-06' }, 'Your payouts are on hold until 2026-07-06.'],
  [2971, {}, 'This hold has already ended.'],
  [2972, {}, 'We already have your appeal and will answer it.'],
  [2920, {}, 'More than 100,000 entries. Choose a shorter time.'],
  [2930, {}, 'Another operator is working on this refund.'],
  [2931, {}, 'This payment is matched or settled already.'],
  [2932, {}, 'The products of this season have changed. Load them again.'],
  [2933, {}, 'The stock has changed. Check what is left.'],
  [2903, {}, 'Solstice is down for maintenance. Please try again later.'],
] as const

/** Matches literal translations, subjects without a noun, and particles that depend on a value. */
const FORBIDDEN = {
  en: /could not be|did not work|^What (you|is)|[Ww]hoever|Somebody|anew| is no /,
  ko: /이\(가\)|을\(를\)|\}(이에요|예요|로 |를 |을 |가 |이 )|하세요|솔스티스|트랜잭션|내보내기/,
} as const

/** The most characters that can be read in the three seconds of a toast. */
const TOAST_MAX = 60

/** These messages appear at a field, in a notice, in place of a list or in a terminal. */
const SHOWN_INLINE: readonly Code[] = [
  Code.ACCOUNT_DISABLED,
  Code.ACCOUNT_SUSPENDED,
  Code.REREGISTRATION_BLOCKED,
  Code.WALLET_OWNERSHIP_UNPROVEN,
  Code.EXPLORER_BUDGET_SPENT,
  Code.NO_RESPONSIBLE_PERSON,
  Code.NO_TEST_DEVICE,
  Code.NOTICE_PUBLISHED,
  Code.CAMPAIGN_WAITS,
  Code.RELAY_UNAVAILABLE,
  Code.RELAY_EXPIRED,
  Code.RELAY_WOULD_FAIL,
  Code.RELAY_FAILED_TOO_OFTEN,
  Code.RELAY_UNDER_WAY,
]

function placeholders(sentence: string): string[] {
  return Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).toSorted()
}

describe('the message of a code', () => {
  test.each(SENTENCES)('for code %i with %j reads %j in English', (code, values, sentence) => {
    expect(messageFor(code, 'en', values)).toBe(sentence)
  })

  test('is listed above for every code from 2000 to 2999', () => {
    const refined = ALL.filter((code) => code >= 2000 && code < 3000)

    expect(new Set(SENTENCES.map(([code]) => code))).toEqual(
      new Set([...refined, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1011, 9993]),
    )
  })

  test.each(LANGUAGES)(
    'exists for every code in %s, except where the screen has its own text',
    (language) => {
      for (const code of ALL) {
        expect(messageFor(code, language) === '', `code ${code}`).toBe(
          WITHOUT_MESSAGE.includes(code),
        )
      }
    },
  )

  test('is written in Korean in the Korean locale', () => {
    for (const code of ALL) {
      if (WITHOUT_MESSAGE.includes(code)) continue
      expect(MESSAGES[code].ko, `code ${code}`).toMatch(/[가-힣]/)
    }
  })

  test('has the same placeholders in both languages', () => {
    for (const code of ALL) {
      expect(placeholders(MESSAGES[code].ko), `code ${code}`).toEqual(
        placeholders(MESSAGES[code].en),
      )
    }
  })

  test.each(LANGUAGES)('contains no phrase that the style guide forbids, in %s', (language) => {
    const messages = ALL.map((code) => MESSAGES[code][language])
    const alerts = [...ALERT_CODES, 'NOTICE', 'TEST'].flatMap((code) =>
      Object.values(alertText(code, language)),
    )

    expect([...messages, ...alerts].filter((text) => FORBIDDEN[language].test(text))).toEqual([])
  })

  test('fits into a toast, except where a screen shows it inline', () => {
    const long = ALL.filter((code) =>
      LANGUAGES.some((language) => MESSAGES[code][language].length > TOAST_MAX),
    )

    expect(new Set(long)).toEqual(new Set(SHOWN_INLINE))
  })

  test('shows the placeholder when a value is missing, rather than "undefined"', () => {
    expect(messageFor(Code.AGREEMENT_MISSING, 'en')).toBe('You must agree to the {agreement}')
  })

  test('inserts values verbatim, including those that look like placeholders or patterns', () => {
    expect(messageFor(Code.WITHDRAWALS_PAUSED, 'en', { time: '$& {time}' })).toBe(
      'Withdrawals are paused until $& {time}.',
    )
  })
})
