import { expect, test } from 'vitest'
import { earlierDeletionStep, toDeletionStep } from './deletion.ts'
import type { Deletion } from './deletion.ts'

const NOTHING: Deletion = {
  reason: undefined,
  reasonText: '',
  isWalletSafe: false,
  agreed: false,
  pinToken: undefined,
  reRegisterAfter: undefined,
}
const REASONED: Deletion = { ...NOTHING, reason: 'PRIVACY' }
const AGREED: Deletion = { ...REASONED, agreed: true }
const PROVEN: Deletion = { ...AGREED, pinToken: 'token' }
const DELETED: Deletion = { ...PROVEN, reRegisterAfter: '2026-12-20T00:00:00.000Z' }

test.each([
  [NOTHING, 'reason', undefined],
  [NOTHING, 'agreement', 'reason'],
  [NOTHING, 'confirm', 'reason'],
  [NOTHING, 'deleted', 'reason'],
  [REASONED, 'agreement', undefined],
  [REASONED, 'confirm', 'agreement'],
  [AGREED, 'confirm', 'agreement'],
  [PROVEN, 'confirm', undefined],
  [PROVEN, 'deleted', 'reason'],
  [DELETED, 'deleted', undefined],
] as const)('leads with %o from the step %s to %s', (deletion, step, expected) => {
  expect(earlierDeletionStep(deletion, step, false)).toBe(expected)
})

test.each([
  [NOTHING, 'wallet', 'reason'],
  [REASONED, 'wallet', undefined],
  [NOTHING, 'words', 'reason'],
  [REASONED, 'words', undefined],
  [REASONED, 'agreement', 'wallet'],
  [PROVEN, 'confirm', 'wallet'],
  [{ ...REASONED, isWalletSafe: true }, 'agreement', undefined],
  [{ ...PROVEN, isWalletSafe: true }, 'confirm', undefined],
] as const)(
  'leads with a wallet on the device and %o from the step %s to %s',
  (deletion, step, expected) => {
    expect(earlierDeletionStep(deletion, step, true)).toBe(expected)
  },
)

test('treats an unknown step as the first', () => {
  expect(toDeletionStep('agreement')).toBe('agreement')
  expect(toDeletionStep('words')).toBe('words')
  expect(toDeletionStep('gone')).toBe('reason')
  expect(toDeletionStep(7)).toBe('reason')
})
