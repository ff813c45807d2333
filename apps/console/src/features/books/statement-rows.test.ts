import { expect, test } from 'vitest'
import { lateCount } from './statement-rows.ts'

test('late postings are counted once for their accounts, and added up over their kinds', () => {
  const movement = (kind: string, latePostings: number) => {
    return { kind, credited: '0', debited: '0', postings: 9, latePostings }
  }
  const account = (name: 'MEMBERS' | 'ISSUANCE') => ({
    account: name,
    opening: '0',
    closing: '0',
    movements: [movement('MISSION', 3), movement('SPIN', 2)],
  })
  const group = {
    asset: 'XP' as const,
    scope: '',
    symbol: 'XP',
    isBalanced: true,
    accounts: [account('ISSUANCE'), account('MEMBERS')],
  }

  expect(lateCount([group])).toBe(5)
  expect(lateCount([])).toBe(0)
})
