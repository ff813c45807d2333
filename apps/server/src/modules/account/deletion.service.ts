import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { reRegisterAfter } from '@solstice/rules/account'
import { openClaimsOf } from '#/modules/distribution/reward-claim.service.ts'
import { eraseHoldTexts } from '#/modules/hold/hold.service.ts'
import { eraseInvites } from '#/modules/invite/invite.service.ts'
import { eraseMissionTraces } from '#/modules/mission/mission.service.ts'
import { eraseNotes } from '#/modules/member/notes.service.ts'
import { eraseAlertPreferences } from '#/modules/alert/alert.service.ts'
import { eraseNoticeReads } from '#/modules/notice/notice.service.ts'
import { eraseLeagues } from '#/modules/league/league.service.ts'
import { cancelOpenOrders } from '#/modules/order/order.service.ts'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { erasePasskeys } from '#/modules/passkey/passkey.service.ts'
import { eraseLogKey } from '#/modules/points-log/points-log.service.ts'
import { retirePinsOfDeleted } from '#/modules/pin/pin.service.ts'
import { eraseStandings } from '#/modules/ranking/ranking.service.ts'
import { erasePlaces } from '#/modules/recap/places.service.ts'
import { stopSends } from '#/modules/relay/relay-outcome.service.ts'
import { eraseRefundTexts } from '#/modules/refund/refund.service.ts'
import { eraseSubscriptions } from '#/modules/push/push.service.ts'
import { assertNoTakeoverPause, eraseSecurityEvents } from '#/modules/security/security.service.ts'
import { eraseKnownDevices } from '#/modules/session/known-device.service.ts'
import { eraseSessions } from '#/modules/session/session.service.ts'
import { eraseExports } from '#/modules/export/export.service.ts'
import { eraseBookmarks } from '#/modules/bookmark/bookmark.service.ts'
import { eraseWallet } from '#/modules/wallet/wallet.service.ts'
import { eraseProfileImage } from '#/modules/users/profile.service.ts'
import { changeMember, lockMember, type Member } from '#/modules/users/users.service.ts'
import { eraseCodes } from '#/modules/verification/verification.service.ts'
import { eraseAlerts } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { eraseIdempotencyKeys } from '#/platform/books/idempotency.ts'
import { eraseRefusals } from '#/platform/books/refusals.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { UNBLOCK_EMAIL, type UnblockEmail } from './account.jobs.ts'
import { blockEmail, insertReason, isBlocked } from './deletion.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'lastingKeys'>

/**
 * Deletes all personal data in one transaction. The member's row stays anonymised because the
 * ledger references it; the email block and the reason do not reference it.
 */
export async function deleteAccount(
  ctx: Context,
  memberId: number,
  body: CallInput<'account.delete'>['body'],
  pinToken: string | undefined,
): Promise<CallData<'account.delete'>> {
  const deletedAt = ctx.now()
  const blockedUntil = reRegisterAfter(deletedAt)
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    await consumePinToken(tx, ctx, { memberId, purpose: 'ACCOUNT_DELETE', pinToken })
    await assertNoTakeoverPause(tx, ctx, memberId)
    // A thief may know the PIN, so a frozen account cannot be deleted.
    if (member.payoutsFrozenAt) throw refuse(Code.PAYOUTS_FROZEN)
    const payload: UnblockEmail = { emailHash: emailHashOf(ctx, member.email) }
    await blockEmail(tx, payload.emailHash, blockedUntil)
    await enqueue(tx, UNBLOCK_EMAIL, { payload, dueAt: blockedUntil, now: deletedAt })
    await insertReason(tx, { reason: body.reason, text: body.reasonText, at: deletedAt })
    await cancelOpenOrders(tx, ctx, memberId)
    // Nobody will claim these rewards later, and only their address receives them.
    await openClaimsOf(tx, ctx, memberId)
    await stopSends(tx, ctx, memberId)
    await retirePinsOfDeleted(tx, ctx, memberId)
    await erase(tx, ctx, member)
    await changeMember(tx, memberId, anonymisedMember(memberId, deletedAt))
  })
  return { deletedAt: deletedAt.toISOString(), reRegisterAfter: blockedUntil.toISOString() }
}

/**
 * Deletes the personal data of every slice. A slice that stores personal data must add its call
 * here.
 */
async function erase(tx: Db, ctx: Context, member: Member): Promise<void> {
  await eraseSessions(tx, member.id)
  await eraseKnownDevices(tx, member.id)
  await eraseSecurityEvents(tx, ctx, member)
  await eraseProfileImage(tx, member.id)
  await eraseCodes(tx, member.email)
  await eraseAlerts(tx, member.id)
  await eraseMissionTraces(tx, member.id)
  await eraseStandings(tx, member.id)
  await erasePlaces(tx, member.id)
  await eraseLeagues(tx, member.id)
  await eraseWallet(tx, member.id)
  await eraseInvites(tx, member.id)
  await eraseBookmarks(tx, member.id)
  await erasePasskeys(tx, member.id)
  await eraseAlertPreferences(tx, member.id)
  await eraseNoticeReads(tx, member.id)
  await eraseRefundTexts(tx, member.id)
  await eraseHoldTexts(tx, member.id)
  await eraseSubscriptions(tx, member.id)
  await eraseNotes(tx, member.id)
  await eraseIdempotencyKeys(tx, `member:${member.id}`)
  await eraseRefusals(tx, member.id)
  await eraseExports(tx, member.id)
  await eraseLogKey(tx, member.id)
}

/**
 * Neither an email address nor a nickname may contain a colon, so no member can enter these values.
 */
function anonymisedMember(memberId: number, deletedAt: Date): Partial<Member> {
  return {
    email: `deleted:${memberId}`,
    nickname: `deleted:${memberId}`,
    passwordHash: 'deleted',
    walletAddress: null,
    pinFirstSetAt: null,
    pinLockedAt: null,
    status: 'DISABLED',
    statusNote: null,
    statusNotedAt: null,
    deletedAt,
  }
}

/** Stores the address of a deleted account only as a keyed fingerprint, for 180 days. */
export function isEmailBlocked(ctx: Context, email: string): Promise<boolean> {
  return isBlocked(ctx.db, emailHashOf(ctx, email), ctx.now())
}

function emailHashOf(ctx: Pick<AppContext, 'lastingKeys'>, email: string): string {
  return ctx.lastingKeys.mac('deleted-email', email)
}
