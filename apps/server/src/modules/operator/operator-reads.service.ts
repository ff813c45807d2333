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
import { countReads, findReads, insertRead } from './operator-reads.queries.ts'
import type { Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

/** An open screen reads its member again and again; within this time it is one read. */
const SAME_READ_MS = 10 * MINUTE_MS

/** Returns only the log of reads, nothing from the member's file. */
const NOT_A_FILE: readonly CallId[] = ['operator.listReads']

/**
 * Returns the member whose file an operator's call returned: the one that the path, the query or the
 * subject of a history names.
 */
export function memberRead(call: CallId, input: readonly unknown[]): number | undefined {
  if (NOT_A_FILE.includes(call)) return undefined
  for (const each of input) {
    if (typeof each !== 'object' || each === null) continue
    if ('userId' in each && typeof each.userId === 'number') return each.userId
    if ('subject' in each && typeof each.subject === 'string') {
      const id = /^member:([1-9]\d{0,14})$/.exec(each.subject)?.[1]
      if (id !== undefined) return Number(id)
    }
  }
  return undefined
}

/** Returns the hook of a host that records the reads of its operators. */
export function readRecorder(ctx: Context) {
  return async (operator: Operator, call: CallId, input: readonly unknown[]): Promise<void> => {
    const userId = memberRead(call, input)
    if (userId !== undefined) await recordRead(ctx, operator, { call, userId })
  }
}

/** Records who read the file of a member, before the reply is sent. */
async function recordRead(
  ctx: Context,
  { operatorId }: Pick<Operator, 'operatorId'>,
  { call, userId }: { call: CallId; userId: number },
): Promise<void> {
  const at = ctx.now()
  const since = new Date(at.getTime() - SAME_READ_MS)
  await insertRead(ctx.db, { operatorId, memberId: userId, call, at }, since)
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
