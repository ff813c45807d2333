import type { FastifyReply, FastifyRequest } from 'fastify'
import { LATEST } from '@solstice/contract/cursor'
import type { Endpoint } from '@solstice/contract/endpoint'
import type { Position } from '@solstice/rules/replica'
import type { AppContext, Reads } from '#/platform/process/context.ts'
import type { Transactions } from '#/platform/process/db.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { primaryReads } from '#/platform/process/replica.ts'
import { positionCookies, type PositionCookie } from './position-cookie.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Marked = Exchange & { endpoint: Endpoint }

declare module 'fastify' {
  interface FastifyRequest {
    /** The position after the transaction of this call, if it committed one. */
    committedAt: Position | undefined
  }
}

/** Chooses the database of members' reads, and gives members the position of their writes. */
export type ReplicaReads = {
  /** Begins the transaction of a call. */
  begin: (request: FastifyRequest) => Transactions
  /** Runs a handler that only reads, on a replica if the contract and the caller's writes allow it. */
  read: <Result>(
    of: Exchange & { endpoint: Endpoint; query: unknown },
    run: (reads: Reads) => Promise<Result>,
  ) => Promise<Result>
  /** Serves a call, and marks the reply of a member's write with the position after it. */
  marked: <Result>(of: Marked, serve: () => Promise<Result>) => Promise<Result>
}

export function replicaReads(ctx: AppContext, secureCookies: boolean): ReplicaReads {
  const { db, replica } = ctx
  const onPrimary = primaryReads(ctx)
  if (!replica) {
    return {
      begin: () => db,
      read: (_of, run) => run(onPrimary),
      marked: (_of, serve) => serve(),
    }
  }
  const cookieOf = positionCookies(ctx, secureCookies)
  const positionNow = () => replica.position().catch(() => undefined)

  return {
    begin: (request) => ({
      transaction: (run) =>
        replica.commit(run, (position) => {
          request.committedAt = position
        }),
    }),

    read: async ({ request, reply, endpoint, query }, run) => {
      if (!mayUse(endpoint, query)) return run(onPrimary)
      const cookie = cookieOf(request, reply)
      const isUnplaced =
        cookie.sessionId !== undefined && cookie.position === undefined && !cookie.isUnknown
      const outcome = cookie.isUnknown
        ? ({ kind: 'fallback', why: 'UNKNOWN_WRITE' } as const)
        : isUnplaced
          ? ({ kind: 'fallback', why: 'NO_POSITION' } as const)
          : await replica.read(cookie.position, run)
      ctx.metrics?.replicaRead(outcome.kind === 'read' ? 'use' : outcome.why)
      if (outcome.kind === 'read') return outcome.result
      const isVoid = isUnplaced || outcome.why === 'OTHER_TIMELINE'
      if (!isVoid) return run(onPrimary)
      const [result, position] = await Promise.all([run(onPrimary), positionNow()])
      cookie.set(position)
      return result
    },

    marked: async ({ request, reply, endpoint }, serve) => {
      if (endpoint.method === 'GET' || endpoint.access !== 'member') return serve()
      try {
        const result = await serve()
        await mark(cookieOf(request, reply), request.committedAt)
        return result
      } catch (error) {
        await markFailed({ request, reply, endpoint }, error)
        throw error
      }
    },
  }

  /**
   * Without a position the next read uses the primary. A later write does not show whether the
   * unknown one has committed.
   */
  async function mark(cookie: PositionCookie, committedAt: Position | undefined): Promise<void> {
    if (cookie.sessionId === undefined || cookie.isUnknown) return
    cookie.set(committedAt ?? (await positionNow()))
  }

  async function markFailed({ request, reply, endpoint }: Marked, error: unknown): Promise<void> {
    const cookie = cookieOf(request, reply)
    if (!(error instanceof Refusal) && !request.committedAt) {
      // The reply to COMMIT may be what is missing, and the COMMIT itself may still be under way.
      if (cookie.sessionId !== undefined) cookie.setUnknown()
      return
    }
    // Its transaction was rolled back. Other calls may have written before they refused.
    const isUndone = endpoint.idempotent && !request.committedAt
    if (!isUndone) await mark(cookie, request.committedAt)
  }
}

function mayUse({ replica }: Endpoint, query: unknown): boolean {
  if (replica !== 'old-pages') return replica === 'any'
  const hasCursor = typeof query === 'object' && query !== null && 'before' in query
  return hasCursor && query.before !== undefined && query.before !== LATEST
}
