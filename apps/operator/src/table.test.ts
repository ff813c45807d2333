import { describe, expect, test } from 'vitest'
import { amount, pageTable, when } from './show.ts'
import { facts, table } from './table.ts'

describe('a table', () => {
  test('sizes columns by their content and aligns numbers right', () => {
    const text = table(
      [{ title: 'Id', align: 'right' }, { title: 'Name' }, { title: 'Role' }],
      [
        ['7', 'owner', 'OWNER'],
        ['1234', 'min.kim', 'SUPPORT'],
      ],
    )

    expect(text).toBe(
      ['  ID  NAME     ROLE', '   7  owner    OWNER', '1234  min.kim  SUPPORT'].join('\n'),
    )
  })

  test('truncates long cells with an ellipsis', () => {
    const text = table([{ title: 'Text', max: 8 }, { title: 'B' }], [['a long story', 'x']])

    expect(text).toBe(['TEXT     B', 'a long…  x'].join('\n'))
  })

  test('counts two columns for a Korean character', () => {
    const text = table(
      [{ title: 'Name', max: 6 }, { title: 'B' }],
      [
        ['달빛', 'x'],
        ['달빛토끼', 'y'],
      ],
    )

    expect(text).toBe(['NAME   B', '달빛   x', '달빛…  y'].join('\n'))
  })

  test.each([
    ['an escape sequence', '\u001b[2Jgone', ' [2Jgone'],
    ['a line break', 'one\r\ntwo', 'one two'],
    ['a text direction override', 'abc\u202edef', 'abc def'],
    ['a line separator', 'a\u2028b', 'a b'],
  ])('removes %s, which could control the terminal', (_label, cell, shown) => {
    expect(table([{ title: 'X' }], [[cell]])).toBe(`X\n${shown}`)
    expect(facts([['X', cell]])).toBe(`X  ${shown}`)
  })
})

describe('a page of a list', () => {
  const columns = [{ title: 'N', of: (item: number) => String(item) }]

  test.each([
    [
      { list: [1, 2], page: 1, size: 2, totalCount: 5, hasNext: true },
      '1 to 2 of 5; more with --page 2',
    ],
    [{ list: [5], page: 3, size: 2, totalCount: 5, hasNext: false }, '5 to 5 of 5'],
    [
      { list: [], page: 9, size: 2, totalCount: 5, hasNext: false },
      'Page 9 is beyond the end: there are 5.',
    ],
    [{ list: [], page: 1, size: 2, totalCount: 0, hasNext: false }, 'None.'],
    [
      { list: [1, 2], page: 1, size: 2, totalCount: 5, isCountPartial: true, hasNext: true },
      '1 to 2 of 5 or more; more with --page 2',
    ],
    [
      { list: [], page: 1, size: 2, totalCount: 0, isCountPartial: true, hasNext: false },
      'None. Only the newest were read.',
    ],
  ])('shows its position in the list: %j', (page, last) => {
    expect(pageTable(page, columns, 'None.').split('\n').at(-1)).toBe(last)
  })
})

test('formats a time as a date and an amount with thousands separators', () => {
  expect(when('2026-06-23T08:00:12.345Z')).toBe('2026-06-23 08:00 UTC')
  expect(when(null)).toBe('-')
  expect(amount('123456789012345678901234567890')).toBe('123,456,789,012,345,678,901,234,567,890')
})
