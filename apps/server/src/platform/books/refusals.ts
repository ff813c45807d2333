import { and, eq, sql } from 'drizzle-orm'
import { Code } from '@solstice/contract/codes'
import { HOUR_MS, SECOND_MS } from '@solstice/rules/duration'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Refusal } from '#/platform/process/refusal.ts'
import type { Shared } from '#/platform/process/shared.ts'
import { NamedRefusals } from './refusal-subjects.ts'
import { memberRefusals, type RefusalSubject } from './refusals.table.ts'

export type KeptRefusal = typeof memberRefusals.$inferSelect
type NewRefusal = Omit<KeptRefusal, 'id'>

/** The call of a member that is being served, as far as it is known. */
export type MemberCall = { memberId: number; call: string; subject: RefusalSubject }

/** The refusals of this time are written together. */
const GATHER_MS = SECOND_MS
/** The most rows that wait for a write. More are dropped, so that a slow database costs no memory. */
const WAITING_MAX = 2000
/** A statement waits for the locks of its members while it holds others, so it has few of them. */
const ROWS_PER_STATEMENT = 100

const KEPT_CODES: readonly Code[] = [Code.WITHDRAW_LIMIT_EXCEEDED, Code.TOO_MANY_REQUESTS]

/** Returns whether refusals with this code are kept: those of missions, shop and rewards. */
export function isKept(code: Code): boolean {
  return (code >= 2300 && code < 2600) || KEPT_CODES.includes(code)
}

type Write = (rows: readonly NewRefusal[]) => Promise<void>

/**
 * Gathers the refusals of this process and writes them together, so that no reply waits for the
 * write or fails with it. A failed write is not repeated, because it may have been committed and
 * would count its refusals twice.
 */
export class RefusalQueue {
  readonly #write: Write
  readonly #waitingMax: number
  readonly #named = new NamedRefusals()
  #waiting = new Map<string, NewRefusal>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #dropped = 0

  constructor(write: Write, waitingMax = WAITING_MAX) {
    this.#write = write
    this.#waitingMax = waitingMax
  }

  /** The refusals that were not stored, because too many waited or a write failed. */
  get dropped(): number {
    return this.#dropped
  }

  add(received: NewRefusal, onFailure: (error: unknown) => void): void {
    const mayName = this.#named.mayName(received, keyOf(received))
    const refusal = mayName ? received : { ...received, subject: {} }
    const key = keyOf(refusal)
    const same = this.#waiting.get(key)
    if (!same && this.#waiting.size >= this.#waitingMax) {
      this.#dropped += refusal.count
      return
    }
    this.#waiting.set(key, same ? added(same, refusal) : refusal)
    this.#timer ??= setTimeout(() => this.#start(onFailure), GATHER_MS).unref()
  }

  /** Writes everything that waits, such as when the process stops. */
  async settle(onFailure: (error: unknown) => void = () => {}): Promise<void> {
    while (this.#waiting.size > 0 || this.#writing) {
      this.#start(onFailure)
      await this.#writing
    }
  }

  #start(onFailure: (error: unknown) => void): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A slow write is not joined by a second one; what waits is written after it.
    this.#writing ??= this.#writeWaiting(onFailure).finally(() => {
      this.#writing = undefined
      if (this.#waiting.size > 0) {
        this.#timer ??= setTimeout(() => this.#start(onFailure), GATHER_MS).unref()
      }
    })
  }

  async #writeWaiting(onFailure: (error: unknown) => void): Promise<void> {
    const rows = Array.from(this.#waiting.values()).toSorted((a, b) => a.memberId - b.memberId)
    this.#waiting = new Map()
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const some = rows.slice(start, start + ROWS_PER_STATEMENT)
      try {
        await this.#write(some)
      } catch (error) {
        this.#dropped += some.reduce((sum, { count }) => sum + count, 0)
        onFailure(error)
      }
    }
  }
}

function keyOf({ memberId, hourStartedAt, call, subject, code, reason }: NewRefusal): string {
  return JSON.stringify([memberId, hourStartedAt.getTime(), call, subject, code, reason])
}

function added(first: NewRefusal, next: NewRefusal): NewRefusal {
  return {
    ...next,
    // A refusal of a concurrent request has neither.
    seasonVersion: next.seasonVersion ?? first.seasonVersion,
    trace: next.trace ?? first.trace,
    firstAt: first.firstAt,
    count: first.count + next.count,
  }
}

export const REFUSALS: Shared<RefusalQueue> = {
  name: 'books.refusals',
  create: (db) => new RefusalQueue((rows) => upsertRefusals(db, rows)),
}

type Context = Pick<AppContext, 'now' | 'log' | 'shared'>

/** Keeps a refusal that a member received. It returns at once; the row is written later. */
export function keepRefusal(ctx: Context, member: MemberCall, { code, details }: Refusal): void {
  if (!isKept(code)) return
  const now = ctx.now()
  const reason = details.data?.['reason']
  const refusal = {
    memberId: member.memberId,
    hourStartedAt: new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS),
    call: member.call,
    subject: member.subject,
    code,
    reason: typeof reason === 'string' ? reason : '',
    seasonVersion: details.seasonVersion ?? null,
    trace: details.trace ?? null,
    firstAt: now,
    lastAt: now,
    count: 1,
  }
  ctx.shared(REFUSALS).add(refusal, (error) => logLost(ctx, error))
}

export function settleRefusals(ctx: Context): Promise<void> {
  return ctx.shared(REFUSALS).settle((error) => logLost(ctx, error))
}

function logLost({ log }: Context, error: unknown): void {
  log.warn({ err: error }, 'Storing the refusals of members failed')
}

/**
 * Adds refusals with one statement. The rows are in one order for all processes, so that two of them
 * never wait for each other. Waits for a running deletion of an account, and stores nothing about a
 * deleted one.
 */
export async function upsertRefusals(db: Db, rows: readonly NewRefusal[]): Promise<void> {
  // Raw SQL: a batch of any size is one value, and the builder has no order of inserted rows.
  await db.execute(sql`with refused as (
      select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r("memberId" bigint, "hourStartedAt" timestamptz, call text, subject jsonb, code integer,
          reason text, "seasonVersion" integer, trace jsonb, "firstAt" timestamptz,
          "lastAt" timestamptz, count integer)
    ), present as materialized (
      select m.id from members m
      where m.id in (select r."memberId" from refused r) and m.deleted_at is null
      order by m.id for share
    )
    insert into member_refusals as kept (member_id, hour_started_at, call, subject, code, reason,
      season_version, trace, first_at, last_at, count)
    select r."memberId", r."hourStartedAt", r.call, r.subject, r.code, r.reason, r."seasonVersion",
      r.trace, r."firstAt", r."lastAt", r.count
    from refused r join present p on p.id = r."memberId"
    order by r."memberId", r."hourStartedAt", r.call, r.subject, r.code, r.reason
    on conflict (member_id, hour_started_at, call, subject, code, reason) do update set
      season_version = coalesce(excluded.season_version, kept.season_version),
      trace = coalesce(excluded.trace, kept.trace),
      first_at = least(kept.first_at, excluded.first_at),
      last_at = greatest(kept.last_at, excluded.last_at),
      count = kept.count + excluded.count`)
}

export async function findRefusal(
  db: Db,
  of: { memberId: number; refusalId: number },
): Promise<KeptRefusal | undefined> {
  const [row] = await db
    .select()
    .from(memberRefusals)
    .where(and(eq(memberRefusals.id, of.refusalId), eq(memberRefusals.memberId, of.memberId)))
  return row
}

/** Part of deleting an account, because refusals reveal what the member tried to do. */
export async function eraseRefusals(tx: Db, memberId: number): Promise<void> {
  await tx.delete(memberRefusals).where(eq(memberRefusals.memberId, memberId))
}

/** Counts the refusals that this process did not store. */
export async function readRefusals({ shared }: Pick<AppContext, 'shared'>): Promise<Reading[]> {
  const help = 'Refusals of members that this process did not store'
  const value = shared(REFUSALS).dropped
  return [{ name: 'solstice_refusals_dropped', help, values: [{ labels: {}, value }] }]
}
