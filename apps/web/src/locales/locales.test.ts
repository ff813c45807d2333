import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadTexts, translate } from '#/lib/i18n.ts'
import type { FullKey } from '#/lib/texts.ts'

const folder = new URL('.', import.meta.url)

function textsOf(language: string, file: string): Map<string, string> {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))
  return new Map(flatten(texts, ''))
}

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, path === '' ? key : `${path}.${key}`),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)

const files = readdirSync(new URL('en', folder))

test('both languages have the same files', () => {
  expect(readdirSync(new URL('ko', folder))).toEqual(files)
})

test.each(files)('%s says everything in both languages, and invents no value', (file) => {
  const english = textsOf('en', file)
  const korean = textsOf('ko', file)

  // Korean counts one thing like many, so it needs no sentence for one.
  const needed = [...english.keys()].filter((key) => !key.endsWith('_one'))
  expect([...korean.keys()].toSorted()).toEqual(needed.toSorted())
  expect([...korean].filter(([, text]) => text === '')).toEqual([])
  // A Korean sentence may leave a value out; one it invents would stay unfilled.
  const unfilled = [...korean].filter(([key, text]) => {
    const known = placeholders(english.get(key) ?? '')
    return placeholders(text).some((name) => !known.includes(name))
  })
  expect(unfilled).toEqual([])
})

test.each(files)('%s is written in Korean', (file) => {
  /** The names that stay as they are in a Korean sentence. */
  const names = /\{\{\s*\w+[^}]*\}\}|XP|PIN|UTC|Solstice|you@example\.com/g

  const foreign = [...textsOf('ko', file)].filter(
    ([, text]) => /[a-z]/i.test(text.replace(names, '')) && !/[가-힣]/.test(text),
  )

  expect(foreign).toEqual([])
})

test.each([
  ['en', 'I am 18 or older and agree to the Terms of Service'],
  ['ko', '만 18세 이상이며 이용약관에 동의해요'],
] as const)('the first agreement of a sign-up states the age of 18 in %s', (language, sentence) => {
  expect(textsOf(language, 'auth.json').get('signUp.terms')).toBe(sentence)
})

/** The specification's sentences (section 8); those the server sends are in the contract's test. */
const SENTENCES: readonly (readonly [FullKey, string])[] = [
  ['auth:login.failed', 'Login failed.'],
  ['account:reset.sendFailed', 'Failed to send password reset link.'],
  ['auth:verification.emailNotFound', 'Email information not found.'],
  ['auth:verification.failed', 'Verification failed.'],
  ['auth:verification.resendFailed', 'Failed to resend verification code.'],
  ['account:reset.expired', 'Session has expired. Please try again from the beginning.'],
  ['account:reset.failed', 'Failed to reset password.'],
  ['account:passwordChange.mismatch', 'Password does not match.'],
  ['account:passwordChange.failed', 'Failed to change password.'],
  ['wallet:removal.disconnect.failed', 'Failed to disconnect wallet.'],
  ['account:myPage.loadFailed', 'Failed to load user information.'],
  ['notice:loadFailed', 'Failed to load notices.'],
  ['ranking:failed', 'Failed to load leaderboard.'],
  ['mission:checkIn.failed', 'Failed to load check-in event.'],
  ['mission:checkIn.closed', 'Check-in time is not available'],
  ['mission:spin.noneLeft', 'No more spins available today.'],
  ['account:nickname.failed', 'Failed to update nickname. Please try again.'],
  ['account:referral.problem.already', 'You have already registered a referral code.'],
  ['account:referral.problem.own', 'You cannot enter your own referral code.'],
  ['account:referral.problem.invalid', 'Invalid referral code.'],
  ['pin:problem.locked', 'Account is locked. Please log in with email'],
  ['pin:problem.network', 'Network error occurred. Please try again.'],
  ['account:delete.failed', 'An error occurred while processing account deletion.'],
  ['auth:session.loginAgain', 'Please login again'],
  ['auth:session.signInAgain', 'Please sign in again'],
  ['auth:session.fetchUserFailed', 'Failed to fetch user information.'],
  ['notice:test.failed.unsupported', 'Push notifications are not supported'],
  ['notice:test.failed.denied', 'Permission not granted'],
]

describe('a sentence of the specification', () => {
  test.each(SENTENCES)('%s reads %j', async (key, sentence) => {
    await loadTexts('account', 'wallet', 'notice', 'ranking', 'mission', 'pin')

    expect(translate(key)).toBe(sentence)
  })
})

test.each(['en', 'ko'])(
  'the privacy policy in %s names everybody outside who learns something',
  (language) => {
    const policy = textsOf(language, 'policy.json')
    const privacy = [...policy]
      .filter(([key]) => key.startsWith('privacy.'))
      .map(([, text]) => text)
    const whole = privacy.join(' ')

    for (const name of ['Google', 'Firebase', 'Sentry', 'RPC', 'Etherscan', 'Apple', 'Mozilla']) {
      expect(whole).toContain(name)
    }
  },
)

test.each([
  ['en', ['180 days', '30 days', 'a year']],
  ['ko', ['180일', '30일', '1년']],
])('the privacy policy in %s says what outlives a deletion', (language, periods) => {
  const policy = textsOf(language, 'policy.json')
  const times = [...policy.values()].filter((text) => text.includes(periods[0] ?? ''))

  for (const period of periods) expect(times.join(' ')).toContain(period)
})

test.each(files)('%s leaves the address of support to the settings', (file) => {
  for (const language of ['en', 'ko']) {
    const fixed = [...textsOf(language, file)].filter(([, text]) => /\w@\w/.test(text))
    expect(fixed.filter(([, text]) => !text.includes('you@example.com'))).toEqual([])
  }
})
