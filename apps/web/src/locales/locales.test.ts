import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@solstice/contract/openapi'
import { describe, expect, test } from 'vitest'
import { loadTexts, translate } from '#/lib/i18n.ts'
import type { FullKey } from '#/lib/texts.ts'
import { textFiles } from './text-files.ts'

const sources = textFiles(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''))

function textsOf(language: string, file: string): Map<string, string> {
  const texts: unknown = JSON.parse(readFileSync(sources.get(`${language}/${file}`) ?? '', 'utf8'))
  return new Map(flatten(texts, ''))
}

function flatten(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, value]) =>
    flatten(value, path === '' ? key : `${path}.${key}`),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)

const filesIn = (language: string) =>
  [...sources.keys()].flatMap((name) =>
    name.startsWith(`${language}/`) ? [name.slice(language.length + 1)] : [],
  )
const files = filesIn('en')

test('has the same files in both languages', () => {
  expect(filesIn('ko')).toEqual(files)
})

test.each(files)('%s is complete in both languages and adds no placeholder', (file) => {
  const english = textsOf('en', file)
  const korean = textsOf('ko', file)

  // Korean has one plural form and one ordinal form.
  const needed = [...english.keys()].filter((key) => !/_one$|_ordinal_(?:two|few)$/.test(key))
  expect([...korean.keys()].toSorted()).toEqual(needed.toSorted())
  expect([...korean].filter(([, text]) => text === '')).toEqual([])
  // A Korean sentence may omit a placeholder, but an additional one would stay unfilled.
  const unfilled = [...korean].filter(([key, text]) => {
    const known = placeholders(english.get(key) ?? '')
    return placeholders(text).some((name) => !known.includes(name))
  })
  expect(unfilled).toEqual([])
})

test.each(files)('%s is written in Korean', (file) => {
  /** Names that stay unchanged in a Korean sentence. */
  const names = /\{\{\s*\w+[^}]*\}\}|XP|PIN|UTC|Solstice|you@example\.com/g

  const foreign = [...textsOf('ko', file)].filter(
    ([, text]) => /[a-z]/i.test(text.replace(names, '')) && !/[가-힣]/.test(text),
  )

  expect(foreign).toEqual([])
})

test.each([
  ['en', 'I am 18 or older and agree to the Terms of Service'],
  ['ko', '만 18세 이상이며 이용약관에 동의해요'],
] as const)(
  'states the age of 18 in the first agreement of a sign-up in %s',
  (language, sentence) => {
    expect(textsOf(language, 'auth.json').get('signUp.terms')).toBe(sentence)
  },
)

/**
 * The sentences of the specification (section 8); those that the server sends are in the contract's
 * test.
 */
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
  ['account:referral.problem.already', 'You’ve already added a referral code.'],
  ['account:referral.problem.own', 'You can’t use your own referral code.'],
  ['account:referral.problem.invalid', 'Invalid referral code.'],
  ['pin:problem.locked', 'Account is locked. Please log in with email'],
  ['pin:problem.network', 'Network error occurred. Please try again.'],
  ['account:delete.failed', 'An error occurred while processing account deletion.'],
  ['auth:session.loginAgain', 'Please login again'],
  ['auth:session.signInAgain', 'Please sign in again'],
  ['auth:session.fetchUserFailed', 'Failed to fetch user information.'],
  ['notice:test.failed.unsupported', 'Push notifications are not supported'],
  ['notice:test.failed.denied', 'Permission not granted'],
  ['notice:prompt.title', 'Would you like to receive notifications?'],
  ['auth:problem.emailRequired', 'Email is required'],
  ['auth:problem.emailFormatLogin', 'Invalid email format'],
  ['auth:problem.emailFormatSignUp', 'Please enter a valid email format'],
  ['auth:problem.passwordFormat', 'Wrong password format'],
  ['auth:problem.passwordsDiffer', 'Passwords do not match'],
  ['auth:problem.termsMissing', 'You must agree to the Terms of Service'],
  ['auth:problem.privacyMissing', 'You must agree to the Privacy Policy'],
  ['account:nickname.problem.empty', 'Write a name'],
  ['account:nickname.problem.length', 'Nickname must be between 6 and 20 characters'],
  ['account:nickname.problem.format', 'Wrong Name Format'],
  ['account:nickname.problem.taken', 'Duplicate name'],
  ['account:nickname.problem.unchanged', 'This is the same as your current nickname'],
  ['pin:problem.format', 'Please enter a valid 6-digit PIN'],
  ['pin:problem.mismatch', 'PINs do not match. Please try again.'],
  ['wallet:problem.noNetwork', 'No network found for chainId={{chainId}}'],
  ['shell:maintenance.time', 'Estimated time: {{duration}}'],
  ['shell:update.title', 'New Version Update'],
  ['shell:update.text', '{{name}} app has been updated.'],
  ['shell:update.hint', 'Please refresh to continue.'],
  ['shell:update.continue', 'Continue'],
  ['shell:update.busy', 'Updating...'],
  ['shell:rotate.title', 'Please rotate to portrait mode'],
  ['shell:rotate.text', 'For a better experience, please use portrait mode'],
  ['common:error.title', 'Something went wrong'],
  ['common:error.text', 'We encountered an unexpected error.'],
  ['common:error.hint', 'Please try refreshing the app.'],
  ['common:error.refresh', 'Refresh App'],
  ['common:error.refreshing', 'Refreshing...'],
]

describe('a sentence of the specification', () => {
  test.each(SENTENCES)('%s reads %j', async (key, sentence) => {
    await loadTexts('account', 'wallet', 'notice', 'ranking', 'mission', 'pin', 'shell')

    expect(translate(key)).toBe(sentence)
  })
})

/** Members rely on these statements, so the tests fix their exact wording. */
test.each([
  [
    'wallet:create.text',
    'Your keys are created on this phone and never leave it. We can’t access them, move your funds or restore your wallet.',
  ],
  [
    'wallet:import.read',
    'We found wallet {{address}} and cleared the field for your safety. Tap Import and enter your PIN to continue.',
  ],
  ['wallet:problem.fault', 'Something went wrong. Please try again.'],
  ['wallet:problem.server', 'We can’t reach Solstice. Your funds are safe.'],
  [
    'wallet:problem.wrongOpening',
    'This PIN or passkey can’t open the wallet on this phone. Import it again with your recovery phrase, private key or backup file.',
  ],
  [
    'account:reset.doneText',
    'Log in with your new password. Withdrawals are paused for 48 hours to protect your rewards.',
  ],
] as const)('%s promises only what is true', async (key, sentence) => {
  await loadTexts('wallet', 'account')

  expect(translate(key)).toBe(sentence)
})

test.each(['expired', 'cancelled', 'late'])(
  'tells the member first not to pay an order that is %s',
  (phase) => {
    const key = `phaseText.${phase}`

    expect(textsOf('en', 'shop.json').get(key)).toMatch(/^Don’t pay for this order/)
    expect(textsOf('ko', 'shop.json').get(key)).toMatch(/^이 주문은 (다시 )?결제하지 마세요/)
  },
)

test.each([
  ['wallet.json', 'send.unsureText', /You can close the app\. Don’t send it again\.$/],
  ['shop.json', 'phaseText.unsure', /You can close the app\. Don’t pay again\.$/],
])('%s explains what to do about a transfer that may have been sent', (file, key, ending) => {
  expect(textsOf('en', file).get(key)).toMatch(ending)
  expect(textsOf('ko', file).get(key)).toMatch(
    /앱을 닫아도 괜찮아요\. 다시 (보내|결제하)지 마세요\.$/,
  )
})

/**
 * Patterns of literal translations, subjects without a noun, and particles that depend on a value.
 */
const FORBIDDEN = {
  en: /could not be|did not work|^What (you|is)|[Ww]hoever|Somebody|anew| is no /,
  ko: /이\(가\)|을\(를\)|\}\}(이에요|예요|으?로 |[을를이가은는과와] )|하세요|솔스티스|트랜잭션|내보내기/,
} as const

/** Exceptions with their reasons. */
const ALLOWED: readonly string[] = [
  // A Korean date always ends with "일", which takes this particle.
  'status.json streak.counts',
]

test.each(files)('%s contains no phrase that the style guide forbids', (file) => {
  for (const language of ['en', 'ko'] as const) {
    const found = [...textsOf(language, file)].filter(
      ([key, text]) => FORBIDDEN[language].test(text) && !ALLOWED.includes(`${file} ${key}`),
    )
    expect(found).toEqual([])
  }
})

/**
 * Texts selected by a reason or state of the contract, each identified by a value that only its
 * list contains.
 */
const REASONS = [
  ['COMMITMENT_CHANGED', 'mission.json', 'reason'],
  ['COMMITMENT_CHANGED', 'mission.json', 'state'],
  ['NOT_ENOUGH_INVITES', 'invite.json', 'claim.no'],
  ['CAPPED', 'invite.json', 'friends.state'],
  ['LIMIT_REACHED', 'shop.json', 'closed'],
  ['WALLET_REGISTERED', 'freeze.json', 'hold.reason'],
  ['WAS_CREDITED', 'history.json', 'item.outcomes'],
] as const

const contract = JSON.stringify(openApiDocument('1'))

function reasonsWith(member: string): readonly string[] {
  const lists = [...contract.matchAll(/"enum":(\[[^\]]*\])/g)].map(
    ([, list = '[]']) => JSON.parse(list) as string[],
  )
  return lists.find((list) => list.includes(member)) ?? []
}

test.each(REASONS)(
  'has a text for every reason in the list with %s in %s under %s',
  (member, file, group) => {
    const reasons = reasonsWith(member)
    const english = textsOf('en', file)
    const korean = textsOf('ko', file)

    expect(reasons).toContain(member)
    const keys = reasons.map((reason) => `${group}.${reason}`)
    expect(keys.filter((key) => !english.get(key) || !korean.get(key))).toEqual([])
    const values = (text = '') =>
      [...new Set(placeholders(text))].toSorted((a = '', b = '') => a.localeCompare(b))
    expect(keys.map((key) => values(korean.get(key)))).toEqual(
      keys.map((key) => values(english.get(key))),
    )
  },
)

test.each(['en', 'ko'])(
  'names every third party that receives data in the privacy policy in %s',
  (language) => {
    const policy = textsOf(language, 'policy.json')
    const privacy = [...policy]
      .filter(([key]) => key.startsWith('privacy.'))
      .map(([, text]) => text)
    const fullText = privacy.join(' ')

    for (const name of ['Google', 'Firebase', 'Sentry', 'RPC', 'Etherscan', 'Apple', 'Mozilla']) {
      expect(fullText).toContain(name)
    }
  },
)

test.each([
  ['en', ['180 days', '30 days', 'a year']],
  ['ko', ['180일', '30일', '1년']],
])(
  'states the retention periods after a deletion in the privacy policy in %s',
  (language, periods) => {
    const policy = textsOf(language, 'policy.json')
    const times = [...policy.values()].filter((text) => text.includes(periods[0] ?? ''))

    for (const period of periods) expect(times.join(' ')).toContain(period)
  },
)

test.each(files)('%s contains no support address, which the settings provide', (file) => {
  for (const language of ['en', 'ko']) {
    const fixed = [...textsOf(language, file)].filter(([, text]) => /\w@\w/.test(text))
    expect(fixed.filter(([, text]) => !text.includes('you@example.com'))).toEqual([])
  }
})
