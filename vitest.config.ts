import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'
import { FAST_START, STATEMENTS } from './tools/run-step.ts'
import { SERVER_SUITES } from './tools/server-suites.ts'

function serverProject(database: 'pglite' | 'postgres') {
  return {
    test: {
      name: `server-${database}`,
      ...SERVER_SUITES[`server-${database}`],
      env: {
        ...FAST_START,
        SOLSTICE_TEST_DB: database,
        SOLSTICE_TEST_STATEMENTS: STATEMENTS,
      },
      globalSetup:
        database === 'postgres'
          ? ['tools/postgres-setup.ts']
          : ['apps/server/src/testing/pglite-template.ts'],
      // Loaded modules serve all files of a worker; each file still has a database of its own.
      isolate: false,
      // Against hanging, not for timing: the machine may be busy.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }
}

export default defineConfig({
  test: {
    // One more than can run at once: many files wait for a program they started, or for a clock.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          env: FAST_START,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/{src,vite}/**/*.test.{ts,tsx}',
            'apps/operator/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
        },
      },
      serverProject('pglite'),
      serverProject('postgres'),
    ],
  },
})
