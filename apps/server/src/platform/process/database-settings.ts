import { z } from 'zod'
import { isDatabaseUnencrypted } from './unencrypted.ts'

const address = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'expected postgresql://user:password@host/database',
})

export const databaseVariables = {
  DATABASE_URL: address.optional(),
  /** The address of standbys, for reads that may be a moment old. */
  DATABASE_REPLICA_URL: address.optional(),
}

/** Returns whether an attacker on the network could read the connections to this address. */
export function isUnencrypted(url: string | undefined): boolean {
  return url !== undefined && isDatabaseUnencrypted(url)
}

export function databaseProblems(given: Record<string, string | undefined>): string[] {
  const { DATABASE_URL: primary, DATABASE_REPLICA_URL: replica } = given
  if (replica === undefined) return []
  if (primary === undefined) {
    return ['DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica']
  }
  if (primary === replica) {
    return ['DATABASE_REPLICA_URL must differ from DATABASE_URL: it is the address of standbys']
  }
  return []
}
