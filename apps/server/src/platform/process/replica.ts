import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import {
  admitted,
  afterAnswer,
  afterFailure,
  CLOSED_BREAKER,
  decideReplicaRead,
  isSampled,
  lagOf,
  OLD_ENTRY_MS,
  parseLsn,
  withSample,
  type Breaker,
  type FallbackReason,
  type Position,
  type PositionSample,
  type ReplicaState,
} from '@solstice/rules/replica'
import { batched } from './batch.ts'
import type { AppContext, Reads, Replica } from './context.ts'
import { rowsOf, type Db } from './db.ts'
import { openDrizzle, transactionWith } from './named-session.ts'
import { createPool, REPLICA_LIMITS, type PostgresLimits } from './postgres-pool.ts'
import { Refusal } from './refusal.ts'
import { sharedValues } from './shared.ts'

type Row = Record<string, unknown>

/** Reads the insert position, because a commit may be visible before it is on disk. */
const POSITION = `select pg_current_wal_insert_lsn()::text as lsn,
  pg_walfile_name(pg_current_wal_insert_lsn()) as file`
const CLUSTER = 'select system_identifier::text as cluster from pg_control_system()'

/**
 * A role without pg_read_all_stats sees no receiver. The timeline of the last restart point is then
 * used, which follows a failover some minutes later.
 */
const STATE = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as lsn,
  (${CLUSTER}) as cluster, coalesce((select received_tli from pg_stat_wal_receiver),
    (select timeline_id from pg_control_checkpoint())) as timeline`

/** A transaction could not write on a standby anyway; this also covers a mistaken address. */
const READ_ONLY = '-c default_transaction_read_only=on'
const SAMPLE_EVERY_MS = 1000

/** The primary has to answer, although the replica has not failed. */
class Fallback extends Error {
  readonly why: FallbackReason

  constructor(why: FallbackReason) {
    super(why)
    this.why = why
  }
}

export type OpenReplica = Replica & {
  /** Reads the position of the primary, from which lags are computed. */
  sample: () => Promise<Position | undefined>
  /** Asks a standby for its lag, which only metrics show; every read asks the one that it uses. */
  probe: () => Promise<void>
  close: () => Promise<void>
}

export function openReplica(
  url: string,
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  limits: PostgresLimits = REPLICA_LIMITS,
): OpenReplica {
  // A lost connection also fails the read that uses it, which is counted there.
  const pool = createPool(url, () => {}, limits, READ_ONLY)
  const replicaDb = openDrizzle(pool)
  const shared = sharedValues(replicaDb)
  let samples: PositionSample[] = []
  let cluster: unknown
  let breaker: Breaker = CLOSED_BREAKER
  /** The position that a standby reported to the last probe. */
  let probed: bigint | undefined

  function stateIn(row: Row | undefined): ReplicaState {
    if (!row || row['cluster'] !== cluster) throw new Error('It is no standby of the database')
    return {
      isStandby: row['standby'] === true,
      timeline: typeof row['timeline'] === 'number' ? row['timeline'] : undefined,
      replayed: lsnIn(row),
    }
  }

  async function readOnStandby<Result>(
    required: Position | undefined,
    run: (reads: Reads) => Promise<Result>,
  ): Promise<Result> {
    let decision: 'use' | FallbackReason = 'UNKNOWN_LAG'
    const onRow = (row: Row) => {
      decision = decideReplicaRead({ samples, required, state: stateIn(row), now: now() })
    }
    return transactionWith(replicaDb, { withBegin: { text: STATE, onRow } }, async (tx) => {
      if (decision !== 'use') throw new Fallback(decision)
      return run({ db: tx, now, shared, onlyOld: (newest) => assertOld(newest, now()) })
    })
  }

  function onFailure(error: unknown): FallbackReason {
    if (error instanceof Fallback || error instanceof Refusal) {
      const why = error instanceof Fallback ? error.why : 'REFUSED'
      breaker = afterAnswer(why, now())
      return why
    }
    const before = breaker
    breaker = afterFailure(before, now())
    if (breaker.restsUntil !== before.restsUntil) {
      log.warn({ err: error }, 'The replica is not read for a while, because reads from it failed')
    }
    return 'FAILED'
  }

  const positionOf = batched(async (keys: 'primary'[]) => {
    const position = positionIn(await rowOf(db, POSITION))
    return new Map(position ? keys.map((key) => [key, position]) : [])
  })

  return {
    read: async (required, run) => {
      // Nothing that a standby answers could be judged.
      if (!isSampled(samples, now())) return { kind: 'fallback', why: 'UNKNOWN_LAG' }
      const attempted = admitted(breaker, now())
      if (!attempted) return { kind: 'fallback', why: 'RESTING' }
      breaker = attempted
      try {
        const result = await within(limits.answerMs, readOnStandby(required, run))
        breaker = afterAnswer('use', now())
        return { kind: 'read', result }
      } catch (error) {
        return { kind: 'fallback', why: onFailure(error) }
      }
    },
    position: () => positionOf('primary'),
    commit: (run, onPosition) => {
      const onRow = (row: Row) => onPosition(positionIn(row))
      return transactionWith(db, { withCommit: { text: POSITION, onRow } }, run)
    },
    // The lag of an earlier probe says nothing while the position of the primary is unknown.
    lag: () => lagOf(samples, probed, now()),
    probe: async () => {
      probed = undefined
      const state = stateIn(await within(limits.answerMs, rowOf(replicaDb, STATE)))
      if (state.isStandby) probed = state.replayed
    },
    sample: async () => {
      const at = now()
      const row = await rowOf(db, `${POSITION}, (${CLUSTER}) as cluster`)
      const position = positionIn(row)
      if (!row || !position) return undefined
      samples = withSample(samples, { ...position, at })
      cluster = row['cluster']
      return position
    },
    close: () => pool.end(),
  }
}

/**
 * Samples the primary and probes a standby every second. Failures are reported by the metrics, and
 * those of the primary by everything else that uses it.
 */
export function startSampling({
  sample,
  probe,
}: Pick<OpenReplica, 'sample' | 'probe'>): () => void {
  let last: Promise<void> | undefined
  const run = () => {
    last ??= sample()
      .then(probe)
      .catch(() => {})
      .finally(() => {
        last = undefined
      })
  }
  run()
  const timer = setInterval(run, SAMPLE_EVERY_MS)
  return () => clearInterval(timer)
}

/** The reads of a handler on the primary. */
export function primaryReads({
  db,
  now,
  shared,
}: Pick<AppContext, 'db' | 'now' | 'shared'>): Reads {
  return { db, now, shared, onlyOld: () => {} }
}

function assertOld(newest: Date | undefined, now: Date): void {
  // A replica that lacks the newest entries may return an empty page.
  if (!newest || now.getTime() - newest.getTime() < OLD_ENTRY_MS) throw new Fallback('RECENT')
}

async function rowOf(db: Db, statement: string): Promise<Row | undefined> {
  // Raw SQL: the query builder knows no functions of the server.
  return (await rowsOf<Row>(db, sql.raw(statement)))[0]
}

function lsnIn(row: Row): bigint | undefined {
  return typeof row['lsn'] === 'string' ? parseLsn(row['lsn']) : undefined
}

/** The name of a file of the log begins with the timeline, in eight hexadecimal digits. */
function positionIn(row: Row | undefined): Position | undefined {
  const lsn = row && lsnIn(row)
  const timeline = Number.parseInt(String(row?.['file']).slice(0, 8), 16)
  return lsn === undefined || !(timeline > 0) ? undefined : { timeline, lsn }
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const waited = new AbortController()
  // The work may fail later, when nobody waits for it.
  work.catch(() => {})
  const timedOut = setTimeout(limitMs, undefined, { signal: waited.signal }).then(() => {
    throw new Error(`No answer within ${limitMs} ms`)
  })
  timedOut.catch(() => {})
  return Promise.race([work, timedOut]).finally(() => waited.abort())
}
