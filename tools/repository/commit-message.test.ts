import { expect, test } from 'vitest'
import { problemOf } from './commit-message.ts'

test.each([
  'feat(wallet): show the network fee before signing',
  'fix: hold payouts of suspended members',
  'refactor(order)!: type order rows with pgTable',
])('accepts "%s"', (subject) => {
  expect(problemOf(subject)).toBeUndefined()
})

test.each([
  'Ask the same question once however it is dressed',
  "Merge remote-tracking branch 'it/main' into int",
  'feature(wallet): show the network fee',
  'feat(Wallet): show the network fee',
  'feat(wallet) show the network fee',
  'feat(wallet): ',
  'feat(wallet): show the network fee.',
  `feat(wallet): ${'x'.repeat(90)}`,
])('rejects "%s"', (subject) => {
  expect(problemOf(subject)).toBeTypeOf('string')
})
