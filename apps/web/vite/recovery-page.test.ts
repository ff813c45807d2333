import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildRecoveryPage } from './recovery-page.ts'

test('the stand-alone copy of the recovery page in docs is the page that is served', async () => {
  const copy = readFileSync(new URL('../../../docs/recovery.html', import.meta.url), 'utf8')

  // `npm run build` writes it.
  expect((await buildRecoveryPage()) === copy).toBe(true)
})
