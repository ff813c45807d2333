import { expect, test } from 'vitest'
import texts from '#/locales/en/auth.json'
import {
  validateCode,
  validateLogin,
  validateNewPassword,
  validateSignUpEmail,
} from './validation.ts'
import type { Problem } from './validation.ts'

const textOf = (problem: Problem | undefined) => problem && texts.problem[problem]

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['a@b', 'Invalid email format'],
  ['a b@c.d', 'Invalid email format'],
  ['a@b.c', undefined],
  [' A@B.C ', undefined],
])('shows for the e-mail "%s" at log-in: %s', (email, expected) => {
  expect(textOf(validateLogin({ email, password: 'secret' }).email)).toBe(expected)
})

test.each([
  ['', 'Email is required'],
  ['@b.c', 'Please enter a valid email format'],
  ['a@b.c', undefined],
])('shows for the e-mail "%s" at sign-up: %s', (email, expected) => {
  const problems = validateSignUpEmail({ email, termsOfService: true, privacyPolicy: true })

  expect(textOf(problems.email)).toBe(expected)
})

test.each([
  ['', 'Password is required'],
  ['12345', 'Password must be at least 6 characters'],
  ['123456', undefined],
])('shows for the password "%s" at log-in: %s', (password, expected) => {
  expect(textOf(validateLogin({ email: 'a@b.c', password }).password)).toBe(expected)
})

test('requires each missing agreement', () => {
  const problems = validateSignUpEmail({
    email: 'a@b.c',
    termsOfService: false,
    privacyPolicy: false,
  })

  expect(textOf(problems.termsOfService)).toBe('You must agree to the Terms of Service')
  expect(textOf(problems.privacyPolicy)).toBe('You must agree to the Privacy Policy')
})

test.each([
  ['', 'Password is required'],
  ['Harb1!x', 'Wrong password format'],
  ['aa11!!bb', 'Wrong password format'],
  ['AA11!!BB', 'Wrong password format'],
  ['AAbb!!cc', 'Wrong password format'],
  ['AAbb1122', 'Wrong password format'],
  ['Harbor1!', undefined],
  [`Harbor1!${'x'.repeat(12)}`, undefined],
  [`Harbor1!${'x'.repeat(13)}`, 'Wrong password format'],
])('shows for the new password "%s": %s', (password, expected) => {
  const problems = validateNewPassword({ password, confirmation: password, referralCode: '' })

  expect(textOf(problems.password)).toBe(expected)
})

test('requires equal passwords and a valid referral code', () => {
  const problems = validateNewPassword({
    password: 'Harbor1!',
    confirmation: 'Harbor2!',
    referralCode: 'nope',
  })

  expect(textOf(problems.confirmation)).toBe('Passwords do not match')
  expect(textOf(problems.referralCode)).toBe('Invalid referral code.')
})

test.each([
  ['', 'codeRequired'],
  ['40712', 'codeRequired'],
  ['407123', undefined],
])('rates the code "%s" as %s', (code, expected) => {
  expect(validateCode(code)).toBe(expected)
})
