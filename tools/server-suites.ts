import { matchesGlob } from 'node:path'
import type { Suite } from './test-results.ts'

export type ServerSuite = 'server-pglite' | 'server-postgres'

const SOURCE = 'apps/server/src'
const TESTS = 'apps/server/test'
/** The app's vault, the server and a client that we did not write, on the local chains. */
const OUTSIDE = 'e2e/outside'

/**
 * These tests cover the data folder of a single process and the driver of the embedded database.
 */
const PGLITE_ONLY = [`${SOURCE}/**/*.pglite.test.ts`, `${TESTS}/**/*.pglite.test.ts`]
/** These tests need several concurrent sessions or the production setup. */
const POSTGRES_ONLY = [SOURCE, TESTS].flatMap((folder) => [
  `${folder}/**/*.race.test.ts`,
  `${folder}/**/*.postgres.test.ts`,
])

/**
 * PostgreSQL runs every test. PGlite runs the tests that depend on the database engine: its folder,
 * migrations, transactions, ledger, audit, jobs and faults. For the rest it is enough that PGlite
 * accepts every statement they sent to PostgreSQL (tools/statements.ts), and that the journey of
 * a member's week passes on it.
 */
export const SERVER_SUITES: Record<ServerSuite, { include: string[]; exclude: string[] }> = {
  'server-pglite': {
    include: [
      `${TESTS}/behaviour/{schema,transaction}.test.ts`,
      `${SOURCE}/platform/{books,process}/{audit*,idempotency,lane,ledger*,migrate,named-session,run-job,sweep,worker}.test.ts`,
      `${TESTS}/{faults,load}/*.test.ts`,
      `${SOURCE}/modules/statistics/statistics.test.ts`,
      ...PGLITE_ONLY,
    ],
    exclude: POSTGRES_ONLY,
  },
  'server-postgres': {
    include: [`${SOURCE}/**/*.test.ts`, `${TESTS}/**/*.test.ts`, `${OUTSIDE}/*.test.ts`],
    exclude: PGLITE_ONLY,
  },
}

/** Returns the suites that run a server test and in which it has to pass. */
function serverSuitesOf(file: string): ServerSuite[] {
  const matches = (globs: string[]) => globs.some((glob) => matchesGlob(file, glob))
  const suites: ServerSuite[] = ['server-pglite', 'server-postgres']
  return suites.filter((suite) => {
    const { include, exclude } = SERVER_SUITES[suite]
    return matches(include) && !matches(exclude)
  })
}

/** Returns the suites that run a test; it proves something only when it passed in all of them. */
export function suitesOf(file: string): Suite[] {
  const server = serverSuitesOf(file)
  if (server.length > 0) return server
  return file.startsWith('e2e/') ? ['journeys'] : ['unit']
}
