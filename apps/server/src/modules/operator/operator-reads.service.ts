import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { MINUTE_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import {
  cursorOf,
  offsetOf,
  pageBefore,
  pageOf,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { countReads, findReads, insertReads } from './operator-reads.queries.ts'
import type { Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** An open screen reads its member again and again; within this time it is one read. */
const SAME_READ_MS = 10 * MINUTE_MS

/** Returns only the log of reads, nothing from the member's file. */
const NOT_A_FILE: readonly CallId[] = ['operator.listReads']
const ID_FIELDS: readonly string[] = ['userId', 'friendId']
/** Entries of the audit name members, but only who asks for one member's entries reads about them. */
const LOGS: readonly CallId[] = ['operator.listAudit', 'audit.history']

/**
 * Returns the members of whom an operator's call returned something: those that the path, the query
 * or the subject of a history names, and those in the reply.
 */
export function membersRead(call: CallId, input: readonly unknown[], reply: unknown): number[] {
  if (NOT_A_FILE.includes(call)) return []
  const found = new Set<number>()
  for (const each of input) addMembers(found, each)
  if (!LOGS.includes(call)) addMembers(found, reply)
  return [...found]
}

/** Adds every `userId` and `friendId`, and every `subject` that is a member, however deep. */
function addMembers(found: Set<number>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value) as [string, unknown][]) {
    if (ID_FIELDS.includes(name) && typeof each === 'number') found.add(each)
    else if (name === 'subject' && typeof each === 'string') {
      const id = /^member:([1-9]\d{0,14})$/.exec(each)?.[1]
      if (id !== undefined) found.add(Number(id))
    } else addMembers(found, each)
  }
}

/** Returns the hook of a host that records the reads of its operators, before the reply is sent. */
export function readRecorder(ctx: Context) {
  return async (
    { operatorId }: Operator,
    call: CallId,
    input: readonly unknown[],
    reply: unknown,
  ): Promise<void> => {
    const memberIds = membersRead(call, input, reply)
    if (memberIds.length === 0) return
    const at = ctx.now()
    const since = new Date(at.getTime() - SAME_READ_MS)
    await insertReads(ctx.db, { operatorId, memberIds, call, at }, since)
  }
}

type ReadQuery = CursorQuery & {
  operatorId?: number | undefined
  userId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function listReads(
  ctx: Context,
  { page, size, before, ...query }: ReadQuery,
): Promise<CallData<'operator.listReads'>> {
  const filter = {
    operatorId: query.operatorId,
    memberId: query.userId,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
  }
  if (before !== undefined) {
    const range = { before: cursorOf(before), size: size + 1, offset: 0 }
    const rows = await findReads(ctx.db, filter, range)
    const list = rows.slice(0, size).map(readView)
    const last = rows.length > size ? list.at(-1) : undefined
    return pageBefore({ page, size }, list, last && { id: last.readId, value: undefined })
  }
  const range = { before: undefined, size, offset: offsetOf({ page, size }) }
  const totalCount = await countReads(ctx.db, filter)
  const list = (await findReads(ctx.db, filter, range)).map(readView)
  const last = list.at(-1)
  const numbered = pageOf({ page, size }, list, totalCount)
  return withCursor(numbered, last && { id: last.readId, value: undefined })
}

function readView(row: Awaited<ReturnType<typeof findReads>>[number]) {
  const { id, at, memberId, ...rest } = row
  return { ...rest, readId: id, at: at.toISOString(), userId: memberId }
}
