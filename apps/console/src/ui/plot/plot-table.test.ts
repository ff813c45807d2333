import { expect, test } from 'vitest'
import { csvOf } from './plot-table.ts'

test('writes a header, exact numbers and empty fields for unknown values', () => {
  const csv = csvOf({
    columns: ['Day', 'Spins', 'Plan'],
    rows: [
      [1, 1234567, null],
      [2, 0, 12.5],
    ],
  })

  expect(csv).toBe('Day,Spins,Plan\r\n1,1234567,\r\n2,0,12.5\r\n')
})

test('quotes commas and quotes, and keeps spreadsheets from running a text', () => {
  const csv = csvOf({ columns: ['Name, "short"', 'n'], rows: [['=HYPERLINK("x")', -3]] })

  expect(csv).toBe('"Name, ""short""",n\r\n"\'=HYPERLINK(""x"")",-3\r\n')
})
