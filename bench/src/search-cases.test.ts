import { expect, test } from 'vitest'
import { isRight } from './search-cases.ts'

const sample = { id: '7' }
const member = (id: string) => ({ kind: 'MEMBER' as const, id })
const order = (id: string) => ({ kind: 'ORDER' as const, id })

test('a search for a member is right only if it finds this member', () => {
  expect(isRight('MEMBER', sample, [member('8'), member('7')])).toBe(true)
  expect(isRight('MEMBER', sample, [member('8')])).toBe(false)
  expect(isRight('MEMBER', sample, [order('7')])).toBe(false)
})

test('a search for an order is right only if it finds this order', () => {
  expect(isRight('ORDER', sample, [member('7'), order('7')])).toBe(true)
  expect(isRight('ORDER', sample, [member('7')])).toBe(false)
})

test('a search for a frequent text is right with any member, and one without a hit with nothing', () => {
  expect(isRight('ANY_MEMBER', sample, [member('8')])).toBe(true)
  expect(isRight('ANY_MEMBER', sample, [order('8')])).toBe(false)
  expect(isRight('NOTHING', sample, [])).toBe(true)
  expect(isRight('NOTHING', sample, [member('7')])).toBe(false)
})
