import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes commas, quotes and line breaks', () => {
  expect(csvLine(['plain', 12, null, undefined, 'a,b', 'say "no"', 'two\nlines', ' edge '])).toBe(
    'plain,12,,,"a,b","say ""no""","two\nlines"," edge "\r\n',
  )
})

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  ' =1+1',
  '\t=1+1',
  '\r=1+1',
  '\ttab',
  '=HYPERLINK("https://harbor.example","x")',
  '＝1+1',
  '＠SUM(A1)',
])('a spreadsheet shows %j as text', (formula) => {
  const [, cell = ''] = /^"?(.*?)"?\r\n$/s.exec(csvLine([formula])) ?? []
  expect(cell.startsWith("'")).toBe(true)
})

test('leaves negative numbers as numbers', () => {
  expect(csvLine(['-5', '-0.25', -3])).toBe('-5,-0.25,-3\r\n')
})
