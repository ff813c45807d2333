import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

/**
 * Matches the path of one call, but no patterns over many (`**`) and no paths of other services.
 */
const CALL_PATH =
  /(?<!remote-config|\.example|installations)\/v1\/(public|private|operator|push)\/[a-z]/

test('journeys refer to calls by their id in the contract, never by their path', () => {
  const found = globSync('e2e/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('node_modules'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => CALL_PATH.test(line) && !line.includes('/**'))
        .map((line) => `${file}: ${line.trim()}`),
    )

  expect(found).toEqual([])
})
