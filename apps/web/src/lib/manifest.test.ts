import { expect, test } from 'vitest'
import { manifestHref } from './manifest.ts'

const storageWith = (code: string | null) => ({
  getItem: (key: string) => (key === 'referral_code' ? code : null),
})

test.each([
  ['en', null, '/manifest.webmanifest'],
  ['ko', null, '/manifest.ko.webmanifest'],
  ['en', 'ABCD2345', '/manifest.webmanifest?ref=ABCD2345'],
  ['ko', 'ABCD2345', '/manifest.ko.webmanifest?ref=ABCD2345'],
])('returns for language %s and invitation code %s the manifest %s', (language, code, href) => {
  expect(manifestHref(language, storageWith(code))).toBe(href)
})
