import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('begins with the mark that Excel needs and ends each row as RFC 4180 does', () => {
  expect(csvText([['a', 'b'], ['c']])).toBe('\uFEFFa,b\r\nc\r\n')
})

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['김민지', '김민지'],
])('writes the cell %j as %j', (value, written) => {
  expect(csvText([[value]])).toBe(`\uFEFF${written}\r\n`)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '\r=1'])(
  'marks %j as text, which a spreadsheet would run as a formula',
  (value) => {
    expect(csvText([[value]])).toMatch(/^\uFEFF"?'/)
  },
)

test('leaves addresses, amounts and times as they are', () => {
  const row = ['0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F', '0.25', '2026-06-23T08:00:00.000Z']

  expect(csvText([row])).toBe(`\uFEFF${row.join(',')}\r\n`)
})
