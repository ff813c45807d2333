import setUpTemplate from '../../apps/server/test/pglite-template.ts'
import setUpCluster from '../postgres-setup.ts'
import { buildWebIfStale } from '../web-build.ts'
import type { Mutant } from './mutant.ts'

/** Builds the web and migrates the databases once for all test runs. Returns the clean-up. */
export async function prepare(mutants: readonly Mutant[]): Promise<() => Promise<void>> {
  const needs = (...suites: string[]) => mutants.some(({ suite }) => suites.includes(suite))
  const undo: ((() => Promise<void>) | undefined)[] = []
  if (needs('server-pglite', 'server-postgres', 'journeys')) {
    await buildWebIfStale()
  }
  if (needs('server-pglite', 'journeys')) {
    undo.push(await setUpTemplate())
  }
  if (needs('server-postgres')) {
    undo.push(await setUpCluster())
  }
  return async () => {
    for (const each of undo) await each?.()
  }
}
