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

test('ignores what cannot be a code', () => {
  const memory = aMemory()

  rememberReferralCode(link('?ref=<script>'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('')
})

test.each([
  ['that has started with another before', [START]],
  ['whose browser kept another', [link(START.search)]],
])('a code that was entered in an app %s stays', (_name, before) => {
  const memory = aMemory()
  for (const address of before) rememberReferralCode(address, NOW, memory)

  keepReferralCode('newc2345', NOW, memory)
  rememberReferralCode(START, NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('NEWC2345')
})

test('a link that is opened again wins over a code that was entered by mistake', () => {
  const memory = aMemory()
  rememberReferralCode(link('?ref=ABCD2345'), NOW, memory)
  keepReferralCode('NEWC2345', NOW, memory)

  rememberReferralCode(link('?ref=ABCD2345'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('ABCD2345')
})

test('a link that is opened later wins over a code that was entered', () => {
  const memory = aMemory()
  keepReferralCode('ABCD2345', NOW, memory)

  rememberReferralCode(link('?ref=NEWC2345'), NOW, memory)

  expect(rememberedReferralCode(memory)).toBe('NEWC2345')
})

test.each([
  ['the code of the start', 'PAST2345'],
  ['a code that was entered', 'NEWC2345'],
])(
  'after an account was made with %s, no start brings a code to the next person, but a link does',
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

test('a code ends after 30 days, and daily starts with it do not renew it', () => {
  const memory = aMemory()
  for (let day = 0; day < 30; day += 1) {
    rememberReferralCode(START, NOW + day * DAY_MS, memory)
    expect(rememberedReferralCode(memory)).toBe('PAST2345')
  }

  rememberReferralCode(START, NOW + 30 * DAY_MS, memory)
  expect(rememberedReferralCode(memory)).toBe('')
})

test('a code that an earlier release kept ends 30 days after the first start of this one', () => {
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
])('the code of the invitation %j is %s', (given, code) => {
  expect(codeOfInvitation(given)).toBe(code)
})
