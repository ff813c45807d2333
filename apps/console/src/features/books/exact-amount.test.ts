import { expect, test } from 'vitest'
import { formatExact } from './exact-amount.ts'

test('an amount keeps every digit, with separators and a real minus sign', () => {
  expect([
    formatExact('0'),
    formatExact('-1234567'),
    formatExact('12345678901234567890.000000000000000001'),
    formatExact('-0.000001'),
  ]).toEqual(['0', '−1,234,567', '12,345,678,901,234,567,890.000000000000000001', '−0.000001'])
})
