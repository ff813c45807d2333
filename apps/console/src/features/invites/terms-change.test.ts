import { ApiError } from '@solstice/ui/api-error.ts'
import { expect, test } from 'vitest'
import { changeOf, draftOf, isRaise, problemsOf, refusedProblems } from './terms-change.ts'

const terms = {
  firstInviteXp: 100,
  totalInviteCount: 10,
  totalInviteXp: 500,
  symbol: 'USDS',
  referralReward: '1',
  checkInDays: 3,
  claimDelayDays: 7,
  maxPerReferrer: '100',
  seasonBudget: '10000',
  minWithdraw: '10',
  maxWithdrawPerDay: '100',
}
const draft = draftOf(terms)

test('only changed fields are sent, with the types of the call', () => {
  expect(changeOf(draft, terms)).toEqual({})
  expect(changeOf({ ...draft, checkInDays: ' 5 ', referralReward: '1.5' }, terms)).toEqual({
    checkInDays: 5,
    referralReward: '1.5',
  })
})

test('a field that is no number or amount is a problem at its path', () => {
  expect(problemsOf({ ...draft, referralReward: 'much', totalInviteXp: '' })).toEqual([
    { path: 'referralReward', code: 'INVALID' },
    { path: 'totalInviteXp', code: 'INVALID' },
  ])
})

test('the rules are checked while the person types', () => {
  expect(
    problemsOf({ ...draft, minWithdraw: '101' }).map(({ path, code }) => [path, code]),
  ).toEqual([
    ['minWithdraw', 'WITHDRAWAL_ABOVE_DAY'],
    ['minWithdraw', 'WITHDRAWAL_ABOVE_CAP'],
  ])
})

test.each([
  ['referralReward', '2', true],
  ['referralReward', '0.5', false],
  ['checkInDays', '2', true],
  ['checkInDays', '4', false],
] as const)('%s set to %s needs a second person: %s', (name, value, needed) => {
  expect(isRaise({ ...draft, [name]: value }, terms)).toBe(needed)
})

test('the problems of a refusal are read, and other refusals have none', () => {
  const problem = { path: 'symbol', code: 'TOKEN_OWED', text: 'Owed' }

  expect(
    refusedProblems(new ApiError({ code: 9992, status: 400, data: { problems: [problem] } })),
  ).toEqual([problem])
  expect(refusedProblems(new ApiError({ code: 9991, status: 403 }))).toBeUndefined()
})
