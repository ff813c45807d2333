import { randomUUID } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { lockMemberOfAnyStatus } from '#/modules/users/users.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  balanceOf,
  InsufficientBalanceError,
  transfer,
  type Asset,
} from '#/platform/books/ledger.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  lockMemberStatus,
  updateMemberStatus,
  type MemberStatus,
} from './operator-members.queries.ts'
import { actorOf, type Operator } from './operator.service.ts'

type Context = Pick<AppContext, 'db' | 'now'>

const ACTIONS: Record<MemberStatus, string> = {
  ACTIVE: 'member.restore',
  SUSPENDED: 'member.suspend',
  DISABLED: 'member.disable',
}

/**
 * Sets the status, which every private call checks, so it takes effect with the next call. Sessions
 * stay open: the refresh explains the reason, and after a restore the same device continues.
 */
export function setMemberStatus(
  ctx: Context,
  by: Operator,
  change: { userId: number; status: MemberStatus; reason: string; note?: string | undefined },
): Promise<{ userId: number; status: MemberStatus }> {
  const { userId, status, reason, note } = change
  return ctx.db.transaction(async (tx) => {
    const before = await lockMemberStatus(tx, userId)
    if (before === undefined) throw refuse(Code.NOT_FOUND)
    if (before === status && note === undefined) return { userId, status }
    await updateMemberStatus(tx, userId, { status, note, at: ctx.now() })
    await appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: ACTIONS[status],
      subject: `member:${userId}`,
      data: {
        before: { status: before },
        after: { status, ...(note !== undefined && { note }) },
        reason,
      },
    })
    return { userId, status }
  })
}

const INSUFFICIENT: Partial<Record<Asset, Code>> = {
  XP: Code.XP_INSUFFICIENT,
  TICKET: Code.TICKETS_INSUFFICIENT,
}

/** Runs in the transaction of the idempotency key. */
export async function adjustBalance(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  adjustment: CallInput<'operator.adjustBalance'>['body'] & { userId: number },
): Promise<CallData<'operator.adjustBalance'>> {
  const { userId, asset, scope = '', reason } = adjustment
  await lockMemberOfAnyStatus(tx, userId, Code.NOT_FOUND)
  const amount = BigInt(adjustment.amount.replace(/^\+/, ''))
  const member = { member: userId }
  const issuance = { system: 'ISSUANCE' } as const
  const at = ctx.now()
  try {
    const posting = transfer(tx, {
      kind: 'OPERATOR_ADJUSTMENT',
      key: `operator-adjustment:${randomUUID()}`,
      at,
      asset,
      scope,
      ...(amount > 0n
        ? { from: issuance, to: member, amount }
        : { from: member, to: issuance, amount: -amount }),
    })
    // The read is sent after the posting, so it returns the new balance.
    const reading = balanceOf(tx, { member: userId, asset, scope })
    // If the posting is rejected, the read fails too; only the first error matters.
    reading.catch(() => {})
    const { transactionId } = await posting
    const balance = await reading
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'member.adjust',
      subject: `member:${userId}`,
      data: {
        asset,
        scope,
        amount: amount.toString(),
        transactionId,
        before: { balance: (balance - amount).toString() },
        after: { balance: balance.toString() },
        reason,
      },
    })
    return { transactionId, asset, scope, balance: balance.toString() }
  } catch (error) {
    if (!(error instanceof InsufficientBalanceError)) throw error
    throw refuse(INSUFFICIENT[asset] ?? Code.REWARD_BALANCE_INSUFFICIENT)
  }
}
