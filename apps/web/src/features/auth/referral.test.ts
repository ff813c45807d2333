import { expect, test } from 'vitest'
import {
  codeOfInvitation,
  clearReferralCode,
  keepReferralCode,
  rememberReferralCode,
  rememberedReferralCode,
} from './referral.ts'

function aMemory() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (index: number) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
  }
}

const NOW = Date.UTC(2026, 10, 17)
const DAY_MS = 86_400_000
const START = { pathname: '/', search: '?ref=PAST2345' }
const link = (search: string) => ({ pathname: '/auth/signup', search })

test('keeps the code of an invitation link until it is used', () => {
  const memory = aMemory()

  rememberReferralCode(link('?x=1&ref=abcd2345'), NOW, memory)
  rememberReferralCode(link('?x=2'), NOW, memory)
  expect(rememberedReferralCode(memory)).toBe('ABCD2345')

  clearReferralCode('', memory)
  expect(rememberedReferralCode(memory)).toBe('')
})

test('ignores an invalid code', () => {
  const memory = aMemory()

  rememberReferralCode(link('?ref=<script>'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('')
})

test.each([
  ['that was started with another code before', [START]],
  ['whose browser stored another code', [link(START.search)]],
])('keeps an entered code in an app %s', (_name, before) => {
  const memory = aMemory()
  for (const address of before) rememberReferralCode(address, NOW, memory)

  keepReferralCode('newc2345', NOW, memory)
  rememberReferralCode(START, NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('NEWC2345')
})

test('prefers a link that is opened again over a code entered by mistake', () => {
  const memory = aMemory()
  rememberReferralCode(link('?ref=ABCD2345'), NOW, memory)
  keepReferralCode('NEWC2345', NOW, memory)

  rememberReferralCode(link('?ref=ABCD2345'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('ABCD2345')
})

test('prefers a link that is opened later over an entered code', () => {
  const memory = aMemory()
  keepReferralCode('ABCD2345', NOW, memory)

  rememberReferralCode(link('?ref=NEWC2345'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('NEWC2345')
})

test.each([
  ['the code of its start link', 'PAST2345'],
  ['an entered code', 'NEWC2345'],
])(
  'fills in no code at a later start after an account was created with %s, but accepts a link',
  (_name, used) => {
    const memory = aMemory()
    rememberReferralCode(START, NOW, memory)
    if (used !== 'PAST2345') keepReferralCode(used, NOW, memory)

    clearReferralCode(used, memory)
    rememberReferralCode(START, NOW, memory)
    expect(rememberedReferralCode(memory)).toBe('')

    rememberReferralCode(link(`?ref=${used}`), NOW, memory)
    expect(rememberedReferralCode(memory)).toBe(used)
  },
)

test('drops a code after 30 days, even when the app is started with it every day', () => {
  const memory = aMemory()
  for (let day = 0; day < 30; day += 1) {
    rememberReferralCode(START, NOW + day * DAY_MS, memory)
    expect(rememberedReferralCode(memory)).toBe('PAST2345')
  }

  rememberReferralCode(START, NOW + 30 * DAY_MS, memory)
  expect(rememberedReferralCode(memory)).toBe('')
})

test('drops a code of an earlier release 30 days after the first start of this one', () => {
  const memory = aMemory()
  memory.setItem('referral_code', 'ABCD2345')

  rememberReferralCode(link(''), NOW, memory)
  rememberReferralCode(link(''), NOW + 30 * DAY_MS - 1, memory)
  expect(rememberedReferralCode(memory)).toBe('ABCD2345')

  rememberReferralCode(link(''), NOW + 30 * DAY_MS, memory)
  expect(rememberedReferralCode(memory)).toBe('')
})

test.each([
  ['abcd2345', 'abcd2345'],
  [' ABCD2345\n', 'ABCD2345'],
  ['https://app.example/auth/signup?ref=ABCD2345', 'ABCD2345'],
  ['Join me: https://app.example/?x=1&ref=ABCD2345#top See you there!', 'ABCD2345'],
  ['https://app.example/', 'https://app.example/'],
])('reads the invitation %j as the code %s', (given, code) => {
  expect(codeOfInvitation(given)).toBe(code)
})
