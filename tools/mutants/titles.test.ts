import { describe, expect, test } from 'vitest'
import { hasTitle, readTitles } from './titles.ts'

const SOURCE = [
  "import { test } from 'vitest'",
  "const NOT_A_TITLE = 'reads a text'",
  "describe('a cart', () => {",
  "  test('holds ten of the shop\\'s things', () => { expect(`${NOT_A_TITLE}`).toBe('a value') })",
  '  test(`is open on ${day}`, () => {})',
  "  test.each<[string, number]>([['one', 1]])('takes %s of them: $what', () => {})",
  "  test.each([['to change an entry', 'update'], ['to remove it', 'delete']])('%s', () => {})",
  '  test(`${name}`, () => {})',
  "  describe.each(KINDS)('%s: %s', () => { test.skip('is closed', () => {}) })",
  '})',
].join('\n')

describe('the titles of a file', () => {
  const titles = readTitles('cart.test.ts', SOURCE)

  test('are the first arguments of tests and describe blocks only', () => {
    expect(titles).not.toContain('reads a text')
    expect(titles).not.toContain('a value')
    expect(titles).toEqual(
      expect.arrayContaining(['a cart', "holds ten of the shop's things", 'is closed']),
    )
  })

  test.each(['is open on Monday', 'takes %s of them: $what', 'takes 3 of them: big ones'])(
    'include a title with its values: %s',
    (title) => {
      expect(hasTitle(titles, title)).toBe(true)
    },
  )

  test('include the texts of a table whose title consists of placeholders', () => {
    expect(hasTitle(titles, 'to change an entry')).toBe(true)
    expect(hasTitle(titles, 'to empty it')).toBe(false)
  })

  test.each(['%s', 'anything: at all', 'is open', 'KINDS'])('do not include %j', (title) => {
    expect(hasTitle(titles, title)).toBe(false)
  })

  test('are read from a file with JSX', () => {
    expect(readTitles('cart.test.tsx', "test('shows it', () => render(<Cart />))")).toEqual([
      'shows it',
    ])
  })
})
