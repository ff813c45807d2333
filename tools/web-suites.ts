import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-step.ts'

/** Replaces modules, the clock or globals, or fills a store, which must not reach the next file. */
const LEAVES_TRACES =
  /\bvi\.(?!fn\b)|\.setState\(|\b(?:globalThis|window|document|localStorage|sessionStorage)\b/

/**
 * Tests of the web that leave nothing behind load their modules once per worker: loading them for
 * each file takes three times as long as the tests themselves.
 */
export function webSuites(): { shared: string[]; isolated: string[] } {
  const files = globSync('apps/web/{src,vite}/**/*.test.{ts,tsx}', { cwd: ROOT })
  const { shared = [], isolated = [] } = Object.groupBy(files, (file) =>
    LEAVES_TRACES.test(readFileSync(join(ROOT, file), 'utf8')) ? 'isolated' : 'shared',
  )
  return { shared, isolated }
}
