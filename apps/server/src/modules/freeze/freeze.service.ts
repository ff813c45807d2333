import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { REPORT_LINK_TTL_MS, type SecurityEvent } from '@solstice/rules/account'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { assertPinToken, consumePinToken } from '#/modules/pin/pin-token.service.ts'
import {
  markLinkUsed,
  eventOfLink,
  eventsSince,
  payoutHoldOf,
} from '#/modules/security/security.service.ts'
import { deleteOtherDevices } from '#/modules/session/known-device.service.ts'
import { endAllSessions } from '#/modules/session/session.service.ts'
import {
  freezePayouts,
  loadMember,
  lockMemberOfAnyStatus,
  lockMemberOrDeleted,
  unfreezePayouts,
  type Member,
} from '#/modules/users/users.service.ts'
import {
  consumeCompleteCode,
  sendCode,
  verifyCode,
} from '#/modules/verification/verification.service.ts'
import { assertChallenge, useChallenge, type WalletProof } from '#/modules/wallet/wallet.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'keys' | 'lastingKeys'>

export async function showHold(
  ctx: Pick<AppContext, 'db' | 'now'>,
  memberId: number,
): Promise<CallData<'freeze.hold'>> {
  const hold = await payoutHoldOf(ctx, memberId)
  switch (hold?.why) {
    case 'PAUSED':
      return { hold: { reason: hold.event, until: hold.until.toISOString() } }
    case 'FROZEN':
      return { hold: { reason: 'FROZEN', until: null } }
    // A fair-play hold has calls of its own; these other members cannot sign in.
    case 'FAIR_PLAY':
    case 'MEMBER_SUSPENDED':
    case 'MEMBER_DISABLED':
    case undefined:
      return { hold: null }
  }
}

/**
 * Only reads, because mail scanners follow links; the page asks for confirmation before it reports.
 */
export async function readLink(ctx: Context, token: string): Promise<CallData<'freeze.readLink'>> {
  const event = await eventOfLink(ctx, token)
  if (!event) throw refuse(Code.NOT_FOUND)
  return { event: event.kind, at: event.createdAt.toISOString(), isUsed: !event.isOpen }
}

/** Handles "This wasn't me": freezes payouts and ends all sessions. */
export async function reportTheft(
  ctx: Context,
  token: string,
  deviceId: string | undefined,
): Promise<void> {
  const event = await eventOfLink(ctx, token)
  if (!event?.isOpen) throw refuse(Code.NOT_FOUND)
  await ctx.db.transaction(async (tx) => {
    await freezePayouts(tx, event.memberId, ctx.now())
    if (!(await markLinkUsed(tx, ctx, event))) throw refuse(Code.NOT_FOUND)
    await endAllSessions(tx, ctx, event.memberId)
    await deleteOtherDevices(tx, event.memberId, deviceId)
  })
}

export async function sendUnfreezeCode(
  ctx: Context,
  memberId: number,
): Promise<CallData<'freeze.sendCode'>> {
  const member = await loadMember(ctx, memberId)
  assertFrozen(member)
  const subject = { email: member.email, purpose: 'UNFREEZE' } as const
  const { expiresAt, resendAt } = await sendCode(ctx, subject, member.language)
  return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() }
}

/**
 * Lifts the freeze with the mailed code and a second factor, because access to the mailbox also
 * allows replacing the PIN. A PIN or wallet counts only if no mail about it could still be reported
 * at the time of the freeze. The factor is checked first, so that a caller without one cannot use
 * up attempts of the code.
 */
export async function liftOwnFreeze(
  ctx: Context,
  memberId: number,
  { code, wallet }: CallInput<'freeze.lift'>['body'],
  pinToken: string | undefined,
): Promise<void> {
  const pin = { memberId, purpose: 'PAYOUT_UNFREEZE', pinToken } as const
  const signed = ({ walletAddress }: Member) => {
    if (walletAddress === null) throw refuse(Code.WALLET_OWNERSHIP_UNPROVEN)
    return { ...wallet, memberId, address: walletAddress, purpose: 'UNFREEZE' } as WalletProof
  }
  await liftWithCode(ctx, memberId, {
    code,
    check: async (member) => {
      if (wallet) await assertChallenge(ctx.db, ctx, signed(member))
      else await assertPinToken(ctx, pin)
      await assertUnchangedBeforeFreeze(ctx, member, wallet ? WALLET_EVENTS : PIN_EVENTS)
    },
    prove: (tx, member) =>
      wallet ? useChallenge(tx, ctx, signed(member)) : consumePinToken(tx, ctx, pin),
  })
}

/**
 * Lifts the freeze for a member whose PIN and wallet are controlled by a thief: support verifies
 * the identity and the mailed code. A deleted member has no known mailbox, so the programme owner
 * decides instead.
 */
export async function liftForMember(
  ctx: Context,
  by: Operator,
  { userId, code, reason }: { userId: number; code: string | undefined; reason: string },
): Promise<CallData<'freeze.liftForMember'>> {
  const audit = (tx: Db) =>
    appendAudit(tx, {
      at: ctx.now(),
      actor: actorOf(by),
      action: 'member.unfreeze',
      subject: `member:${userId}`,
      data: { reason, before: { payouts: 'FROZEN' }, after: { payouts: 'OPEN' } },
    })
  const isDeleted = await ctx.db.transaction(async (tx) => {
    const member = await lockMemberOrDeleted(tx, userId)
    if (!member.deletedAt) return false
    assertFrozen(member)
    // No code can be mailed to a deleted member, so no code is valid.
    if (by.role !== 'OWNER') throw refuse(Code.VERIFICATION_CODE_INVALID)
    await audit(tx)
    await unfreezePayouts(tx, userId)
    return true
  })
  if (!isDeleted) await liftWithCode(ctx, userId, { code: code ?? '', prove: audit })
  return { userId }
}

type Lift = {
  code: string
  /** Runs before the code is checked and may refuse. */
  check?: (member: Member) => Promise<void>
  /** Runs in the transaction that lifts the freeze. */
  prove: (tx: Db, member: Member) => Promise<void>
}

async function liftWithCode(
  ctx: Context,
  memberId: number,
  { code, check, prove }: Lift,
): Promise<void> {
  const memberBefore = await ctx.db.transaction((tx) =>
    lockMemberOfAnyStatus(tx, memberId, Code.NOT_FOUND),
  )
  await check?.(memberBefore)
  assertFrozen(memberBefore)
  const subject = { email: memberBefore.email, purpose: 'UNFREEZE' } as const
  // Verify outside the transaction, so that a wrong code counts even if the transaction fails.
  const { completeCode } = await verifyCode(ctx, subject, code)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMemberOfAnyStatus(tx, memberId, Code.NOT_FOUND)
    assertFrozen(member)
    await prove(tx, member)
    await consumeCompleteCode(tx, ctx, subject, completeCode)
    await unfreezePayouts(tx, memberId)
  })
}

const PIN_EVENTS = ['PIN_SET', 'PIN_REPLACED'] as const
const WALLET_EVENTS = ['WALLET_REGISTERED', 'WALLET_CHANGED'] as const

/**
 * Rejects a factor that changed within the TTL of a report link before the freeze, because the
 * report may have been about it.
 */
async function assertUnchangedBeforeFreeze(
  { db }: Context,
  { id: memberId, payoutsFrozenAt }: Member,
  kinds: readonly SecurityEvent[],
): Promise<void> {
  if (!payoutsFrozenAt) return
  const since = new Date(payoutsFrozenAt.getTime() - REPORT_LINK_TTL_MS)
  for (const kind of kinds) {
    const later = await eventsSince(db, { memberId, kind, since })
    if (later.length > 0) throw refuse(Code.PROOF_TOO_NEW)
  }
}

function assertFrozen(member: Pick<Member, 'payoutsFrozenAt'>): void {
  if (!member.payoutsFrozenAt) throw refuse(Code.NOT_FOUND)
}
