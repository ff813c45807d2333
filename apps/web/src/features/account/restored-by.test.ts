import { expect, test } from 'vitest'
import { findRestoredBy } from './restored-by.ts'

test.each([
  ['phrase', 'with words', async () => ({ hasPhrase: true })],
  ['key', 'without words', async () => ({ hasPhrase: false })],
  ['elsewhere', 'that is not on this device', async () => undefined],
  ['elsewhere', 'that cannot be read', () => Promise.reject(new Error('closed'))],
])('returns %s for a wallet %s', async (restoredBy, _name, find) => {
  await expect(findRestoredBy(find())).resolves.toBe(restoredBy)
})
