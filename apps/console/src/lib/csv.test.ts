import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^['=+\-@\t",\r\na]{0,8}$/),
)
const rows = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })))

test('reads every table that it wrote', () => {
  fc.assert(
    fc.property(rows, (table) => {
      expect(parseCsv(formatCsv(table))).toEqual(table)
    }),
  )
})

test('no cell begins a formula of a spreadsheet', () => {
  expect(formatCsv([['=1+1', '+2', '-3+1', '@x', 'a=1']])).toBe("\uFEFF'=1+1,'+2,'-3+1,'@x,a=1\r\n")
})

test('a negative number stays a number', () => {
  expect(formatCsv([['-3', '-0.000001', '-3-1']])).toBe("\uFEFF-3,-0.000001,'-3-1\r\n")
})

test('reads the line ends and quotes of other programs', () => {
  expect(parseCsv('path,en\n"a ""b"", c","two\nlines"\n')).toEqual([
    ['path', 'en'],
    ['a "b", c', 'two\nlines'],
  ])
  expect(parseCsv('a,b,\r\n')).toEqual([['a', 'b', '']])
  expect(parseCsv('')).toEqual([])
})

test('refuses a quoted cell without an end', () => {
  expect(parseCsv('a,"b\n')).toBeUndefined()
})
