import { expect, test } from 'vitest'
import { initialsOf } from './face.tsx'

test.each([
  ['Hana Seo', 'HS'],
  ['hana.seo', 'HS'],
  ['ci-reports', 'CR'],
  ['owner', 'O'],
  ['서 하나', '서하'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
