import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

test('an installation prints errors only, because some packages warn about Node 20 although they run on it', () => {
  const settings = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')

  expect(settings).toContain('loglevel=error')
})
