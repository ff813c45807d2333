import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildRecoveryPage } from './recovery-page.ts'

test('matches the stand-alone copy in docs', async () => {
  const copy = readFileSync(new URL('../../../docs/recovery.html', import.meta.url), 'utf8')

  // `npm run build` writes the copy.
  expect((await buildRecoveryPage()) === copy).toBe(true)
})
