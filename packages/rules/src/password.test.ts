import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isLoginPassword,
  isNewPassword,
  meetsCondition,
  NEW_PASSWORD_CONDITIONS,
  type NewPasswordCondition,
} from './password.ts'

describe('a new password', () => {
  test.each([
    ['eight characters', 'Aa1!aaaa'],
    ['twenty characters', `Aa1!${'a'.repeat(16)}`],
    ['every symbol at both ends of its range', 'Aa1!/:@[`{~'],
  ])('may have %s', (_label, password) => {
    expect(isNewPassword(password)).toBe(true)
  })

  test.each([
    ['seven characters', 'Aa1!aaa'],
    ['twenty-one characters', `Aa1!${'a'.repeat(17)}`],
    ['no upper case letter', 'aa11!!bb'],
    ['no lower case letter', 'AA11!!BB'],
    ['no number', 'AAbb!!cc'],
    ['no special character', 'AAbb1122'],
    ['a space', 'Aa1! aaaa'],
    ['a letter outside ASCII', 'Aa1!aaaé'],
    ['an upper case letter only outside ASCII', 'Éa1!aaaa'],
    ['a line end', 'Aa1!aaaa\n'],
    ['nothing', ''],
  ])('may not have %s', (_label, password) => {
    expect(isNewPassword(password)).toBe(false)
  })

  test('is printable ASCII that meets every condition, and nothing else', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 24 })

    fc.assert(
      fc.property(printable, (password) => {
        const met = NEW_PASSWORD_CONDITIONS.every((condition) =>
          meetsCondition(password, condition),
        )
        expect(isNewPassword(password)).toBe(met && !password.includes(' '))
      }),
    )
  })

  test('is rejected as soon as one condition fails', () => {
    const without: Record<NewPasswordCondition, RegExp> = {
      length: /^[!-~]{0,7}$/,
      upper: /^[!-@[-~]{8,20}$/,
      lower: /^[!-`{-~]{8,20}$/,
      digit: /^[!-/:-~]{8,20}$/,
      symbol: /^[A-Za-z0-9]{8,20}$/,
    }

    for (const condition of NEW_PASSWORD_CONDITIONS) {
      fc.assert(
        fc.property(fc.stringMatching(without[condition]), (password) => {
          expect(meetsCondition(password, condition)).toBe(false)
          expect(isNewPassword(password)).toBe(false)
        }),
      )
    }
  })
})

describe('an existing password', () => {
  test.each([
    ['12345', false],
    ['123456', true],
    ['an old one with spaces and no digits, far beyond twenty characters', true],
  ])('is sent to the server from six characters on: %j', (password, isAccepted) => {
    expect(isLoginPassword(password)).toBe(isAccepted)
  })

  test('is not checked against the rules for new passwords', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (password) => {
        expect(isLoginPassword(password)).toBe(true)
      }),
    )
  })
})
