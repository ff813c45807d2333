import { expect, test } from 'vitest'
import * as contract from '@solstice/contract/notice.schemas'
import * as limits from './text-limits.ts'
import { isComplete, problemOf } from './texts.ts'

test('has the maxima of the contract', () => {
  expect(limits.NOTICE_TITLE_MAX).toBe(contract.NOTICE_TITLE_MAX)
  expect(limits.NOTICE_CONTENT_MAX).toBe(contract.NOTICE_CONTENT_MAX)
})

test('a text is missing, too long or fine', () => {
  expect(problemOf('title', '  ')).toBe('empty')
  expect(problemOf('title', 'x'.repeat(101))).toBe('long')
  expect(problemOf('title', 'x'.repeat(100))).toBeUndefined()
  expect(problemOf('content', 'x'.repeat(4001))).toBe('long')
})

test('is complete only in both languages', () => {
  const both = { en: 'a', ko: '가' }

  expect(isComplete({ title: both, content: both })).toBe(true)
  expect(isComplete({ title: both, content: { en: 'a', ko: '' } })).toBe(false)
})
