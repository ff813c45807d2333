import { expect, test } from 'vitest'
import { forgetReferralCode, rememberReferralCode, rememberedReferralCode } from './referral.ts'

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

test('keeps the code of an invitation link until it is used', () => {
  const memory = aMemory()

  rememberReferralCode('?x=1&ref=abcd2345', memory)
  rememberReferralCode('?x=2', memory)
  expect(rememberedReferralCode(memory)).toBe('ABCD2345')

  forgetReferralCode(memory)
  expect(rememberedReferralCode(memory)).toBe('')
})

test('ignores what cannot be a code', () => {
  const memory = aMemory()

  rememberReferralCode('?ref=<script>', memory)

  expect(rememberedReferralCode(memory)).toBe('')
})
