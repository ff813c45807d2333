import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_EN } from '@solstice/contract/explanation-texts/shared.en'
import { SHARED_KO } from '@solstice/contract/explanation-texts/shared.ko'
import { ROOT } from '../run-step.ts'

test('every condition that an explanation lists has a text in both languages', () => {
  const files = globSync('apps/server/src/modules/explanation/*.ts', { cwd: ROOT })
  const checks = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(ROOT, file), 'utf8').matchAll(/\bcheck: '([A-Z_]+)'/g),
        ([, check = '']) => check,
      ),
    )

  expect(checks.length).toBeGreaterThan(10)
  for (const { steps } of [SHARED_EN, SHARED_KO]) {
    expect(checks.filter((check) => !Object.hasOwn(steps, check))).toEqual([])
  }
})
