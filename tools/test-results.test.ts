import { expect, test } from 'vitest'
import { readPlaywright, readVitest } from './test-results.ts'

test('reads a vitest report with paths of the repository', () => {
  const results = readVitest('unit', '/repo', {
    testResults: [
      {
        name: '/repo/tools/a.test.ts',
        assertionResults: [
          { ancestorTitles: ['block'], title: 'works', status: 'passed' },
          { ancestorTitles: [], title: 'breaks', status: 'failed' },
          { ancestorTitles: [], title: 'later', status: 'skipped' },
        ],
      },
    ],
  })

  expect(results).toEqual([
    { suite: 'unit', file: 'tools/a.test.ts', path: ['block', 'works'], outcome: 'passed' },
    { suite: 'unit', file: 'tools/a.test.ts', path: ['breaks'], outcome: 'failed' },
    { suite: 'unit', file: 'tools/a.test.ts', path: ['later'], outcome: 'skipped' },
  ])
})

test('reads a Playwright report, nested blocks and the last attempt', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ results: statuses.map((status) => ({ status })) }],
  })
  const results = readPlaywright({
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [spec('signs up', 'passed'), spec('hangs', 'timedOut'), spec('not run')],
        suites: [{ title: 'block', file: 'a.spec.ts', specs: [spec('inner', 'failed', 'passed')] }],
      },
    ],
  })

  expect(results.map(({ file, path, outcome }) => [file, path.join(' › '), outcome])).toEqual([
    ['e2e/a.spec.ts', 'signs up', 'passed'],
    ['e2e/a.spec.ts', 'hangs', 'failed'],
    ['e2e/a.spec.ts', 'not run', 'skipped'],
    ['e2e/a.spec.ts', 'block › inner', 'passed'],
  ])
  expect(results.filter(({ isShaky }) => isShaky).map(({ path }) => path.at(-1))).toEqual(['inner'])
})
