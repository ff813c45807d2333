import { expect, test } from 'vitest'
import { shownNames } from './names.ts'

test('shows names of a site without characters that reorder, hide or imitate text', () => {
  expect(
    shownNames(['eip155:137', '\u202Engis_hte', 'a\u3164b\nc', '\u200B', 'eip155:137']),
  ).toEqual(['eip155:137', 'ngis_hte', 'a b c', '?'])
})

test('shortens long names and long lists of names', () => {
  const many = shownNames(Array.from({ length: 5000 }, (_, at) => `method_${at}`))

  expect(many).toHaveLength(11)
  expect(many.at(-1)).toBe('…')
  expect(shownNames(['x'.repeat(100_000)])).toEqual([`${'x'.repeat(59)}…`])
})
