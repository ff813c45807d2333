import { describe, expect, test } from 'vitest'
import { Code } from './codes.ts'
import { LANGUAGES, messageFor, MESSAGES } from './messages.ts'

const ALL = Object.values(Code)
/** The screen that met these says what failed; a sentence of the server would only be in its way. */
const WITHOUT_SENTENCE: readonly Code[] = [Code.SUCCESS, Code.SERVER_ERROR]

const SENTENCES = [
  [1001, {}, 'This email is already registered.'],
  [1002, {}, 'Invalid email format'],
  [1003, {}, 'Invalid verification code.'],
  [1004, {}, 'Verification code has expired.'],
  [1005, {}, 'Wrong password format'],
  [1006, {}, 'The email or password is incorrect.'],
  [1008, {}, 'Password does not match.'],
  [1009, {}, 'Invalid referral code.'],
  [9993, {}, 'Please sign in again'],
  [2001, { attempts: 3, maxAttempts: 5 }, 'Incorrect PIN (3/5)'],
  [2002, {}, 'Maximum attempts exceeded. Please log in again'],
  [2003, {}, 'Please set up your PIN'],
  [2004, {}, 'PIN is already set'],
  [2005, {}, 'Please enter a valid 6-digit PIN'],
  [2006, {}, 'PIN verification is required'],
  [2007, {}, 'Account is locked. Please log in with email'],
  [2008, {}, 'Too many incorrect PINs. Please wait before you try again'],
  [2009, {}, "We couldn't confirm this device. Check its date and time, then try again."],
  [2101, {}, 'Duplicate name'],
  [2102, {}, 'Wrong Name Format'],
  [2103, {}, 'This is the same as your current nickname'],
  [2104, {}, 'You have already registered a referral code.'],
  [2105, {}, 'You cannot enter your own referral code.'],
  [2106, {}, 'This email cannot be used for 180 days after account deletion.'],
  [2107, { agreement: 'Terms of Service' }, 'You must agree to the Terms of Service'],
  [2107, { agreement: 'Privacy Policy' }, 'You must agree to the Privacy Policy'],
  [2201, {}, 'Invalid wallet address.'],
  [2202, {}, 'A wallet is already registered.'],
  [2203, {}, 'This wallet is already in use.'],
  [2204, {}, 'Wallet not found.'],
  [2205, {}, 'Wallet ownership could not be verified.'],
  [2301, {}, 'Check-in time is not available'],
  [2302, {}, 'You have already checked in today.'],
  [2303, {}, 'No more spins available today.'],
  [2304, {}, 'This mission is not available now.'],
  [2305, {}, 'This season is not open.'],
  [2401, {}, 'Not enough XP.'],
  [2402, {}, 'Not enough tickets.'],
  [2403, {}, 'This product is not available.'],
  [2404, {}, 'This purchase cannot be refunded.'],
  [2405, {}, 'A refund has already been requested.'],
  [2406, {}, 'Payment could not be verified.'],
  [2501, {}, 'There is nothing to claim.'],
  [2502, {}, 'This reward has already been claimed.'],
  [2503, {}, 'Not enough reward balance.'],
  [2506, {}, 'Payouts are frozen. Unfreeze them first.'],
  [2507, {}, 'Your PIN or wallet is too new. Contact support to unfreeze.'],
  [2504, { time: '12:00' }, 'Withdrawals are paused until 12:00.'],
  [2505, { amount: '10 SOL' }, 'The minimum withdrawal is 10 SOL.'],
  [2901, {}, 'Not found.'],
  [2902, {}, 'Too many requests. Please try again later.'],
  [2906, {}, 'Transaction history is unavailable until tomorrow. Your funds are safe.'],
  [2903, {}, 'System maintenance is in progress. Please try again later.'],
] as const

function placeholders(sentence: string): string[] {
  return Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).toSorted()
}

describe('the sentence of a code', () => {
  test.each(SENTENCES)('%i with %j reads %j in English', (code, values, sentence) => {
    expect(messageFor(code, 'en', values)).toBe(sentence)
  })

  test('covers every code from 2000 to 2999 in the list above', () => {
    const refined = ALL.filter((code) => code >= 2000 && code < 3000)

    expect(new Set(SENTENCES.map(([code]) => code))).toEqual(
      new Set([...refined, 1001, 1002, 1003, 1004, 1005, 1006, 1008, 1009, 9993]),
    )
  })

  test.each(LANGUAGES)(
    'is there for every code in %s, except where the screen speaks',
    (language) => {
      for (const code of ALL) {
        expect(messageFor(code, language) === '', `code ${code}`).toBe(
          WITHOUT_SENTENCE.includes(code),
        )
      }
    },
  )

  test('is Korean in Korean', () => {
    for (const code of ALL) {
      if (WITHOUT_SENTENCE.includes(code)) continue
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

  test('shows the placeholder when no value came, rather than "undefined"', () => {
    expect(messageFor(Code.AGREEMENT_MISSING, 'en')).toBe('You must agree to the {agreement}')
  })

  test('takes values as they are, also those that look like placeholders or patterns', () => {
    expect(messageFor(Code.WITHDRAWALS_PAUSED, 'en', { time: '$& {time}' })).toBe(
      'Withdrawals are paused until $& {time}.',
    )
  })
})
