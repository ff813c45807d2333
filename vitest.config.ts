import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'
import { COMPILED } from './tools/run-step.ts'

const SERVER_TESTS = 'apps/server/src/**/*.test.ts'

/**
 * The server suite runs twice, once per database. What only one of them has is in files that say
 * so: races and production on PostgreSQL, the folder that one process holds on PGlite.
 */
function serverProject(database: 'pglite' | 'postgres') {
  return {
    test: {
      name: `server-${database}`,
      include: [SERVER_TESTS],
      exclude:
        database === 'pglite'
          ? ['**/*.race.test.ts', '**/*.postgres.test.ts']
          : ['**/*.pglite.test.ts'],
      // The programs that tests start are read by Node once per machine, not once per test.
      env: { SOLSTICE_TEST_DB: database, NODE_COMPILE_CACHE: COMPILED },
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
