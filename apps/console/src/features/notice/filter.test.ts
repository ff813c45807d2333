import { expect, test } from 'vitest'
import { parseNoticeFilter, stateOfNotice } from './filter.ts'

test('reads the filters of an address and ignores everything else', () => {
  const filter = { type: 'EVENT', state: 'WITHDRAWN', page: 3 }

  expect(parseNoticeFilter({ ...filter, other: 'x' })).toEqual(filter)
  expect(parseNoticeFilter({ type: 'NEWS', state: 1, page: 1 })).toEqual({})
  expect(parseNoticeFilter({ page: 'two' })).toEqual({})
})

test('a withdrawn notice is withdrawn whatever its time', () => {
  const publishedAt = '2027-01-17T10:00:00.000Z'
  const at = Date.parse(publishedAt)

  expect(stateOfNotice({ publishedAt, withdrawnAt: null }, at - 1)).toBe('SCHEDULED')
  expect(stateOfNotice({ publishedAt, withdrawnAt: null }, at)).toBe('PUBLISHED')
  expect(stateOfNotice({ publishedAt, withdrawnAt: publishedAt }, at - 1)).toBe('WITHDRAWN')
})
