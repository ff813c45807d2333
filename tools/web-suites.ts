import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-step.ts'

const FILES = [
  'apps/{web,console}/{src,vite}/**/*.test.{ts,tsx}',
  'packages/ui/src/**/*.test.{ts,tsx}',
]

/** Matches tests that replace modules, the clock or globals, or fill a store. */
const LEAVES_TRACES =
  /\bvi\.(?!fn\b)|\.setState\(|\b(?:globalThis|window|document|localStorage|sessionStorage)\b/

/**
 * Web tests without side effects share loaded modules in a worker, because loading them for each file
 * takes three times as long as the tests.
 */
export function webSuites(): { shared: string[]; isolated: string[] } {
  const files = globSync(FILES, { cwd: ROOT })
  const { shared = [], isolated = [] } = Object.groupBy(files, (file) =>
    LEAVES_TRACES.test(readFileSync(join(ROOT, file), 'utf8')) ? 'isolated' : 'shared',
  )
  return { shared, isolated }
}
