import { approvalSchemas } from '@solstice/contract/approval.schemas'
import { expect, test } from 'vitest'
import { POLICY_GROUPS, boundsOf, parseLimit } from './policy-fields.ts'

const fields = Object.values(POLICY_GROUPS).flat()
const policy = approvalSchemas['approval.policy'].data

test('every limit of the contract is shown once', () => {
  expect(fields.toSorted()).toEqual(Object.keys(policy.shape).toSorted())
})

test.each(fields)('%s has the bounds of the contract', (field) => {
  const [min, max] = boundsOf(field)
  const accepts = (value: number) => policy.shape[field].safeParse(value).success

  expect([min - 1, min, max, max + 1].map(accepts)).toEqual([false, true, true, false])
})

test('reads whole numbers with separators, and refuses the present value', () => {
  expect(parseLimit('adjustXp', ' 12,500 ', 5000)).toBe(12_500)
  expect(parseLimit('adjustXp', '5000', 5000)).toBeUndefined()
  expect(parseLimit('adjustXp', '12.5', 5000)).toBeUndefined()
  expect(parseLimit('adjustXp', '-1', 5000)).toBeUndefined()
  expect(parseLimit('adjustXp', '', 5000)).toBeUndefined()
  expect(parseLimit('pricePercent', '101', 5)).toBeUndefined()
})
