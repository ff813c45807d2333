import { eq, inArray, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { maskNickname } from '@solstice/rules/nickname'
import { alertSettings, quietHours, reminders } from '#/modules/alert/alert.table.ts'
import { bookmarks } from '#/modules/bookmark/bookmark.table.ts'
import { inviteReferrals } from '#/modules/invite/invite.table.ts'
import { operatorReads } from '#/modules/operator/operator.table.ts'
import { passkeys } from '#/modules/passkey/passkey.table.ts'
import { pinDevices, pinEvaluations, pinKeys } from '#/modules/pin/pin.table.ts'
import { pushDeliveries, pushSubscriptions } from '#/modules/push/push.table.ts'
import { securityEvents } from '#/modules/security/security.table.ts'
import { knownDevices, sessions } from '#/modules/session/session.table.ts'
import { members, profileImages } from '#/modules/users/users.table.ts'
import { verificationCodes } from '#/modules/verification/verification.table.ts'
import type { ExportedMember, ExportedRows } from './exported.ts'

const query = new QueryBuilder()
const inviter = alias(members, 'inviter')
const friend = alias(members, 'friend')

/** Neither a nickname nor a mask contains a colon; the nickname of a deleted account does. */
function masked(nickname: unknown): string {
  const text = String(nickname)
  return text.includes(':') ? '***' : maskNickname(text)
}

const ownPinKeys = ({ id }: ExportedMember) =>
  query.select({ id: pinKeys.id }).from(pinKeys).where(eq(pinKeys.memberId, id))

const profile: ExportedRows[] = [
  {
    name: 'members',
    group: 'profile',
    table: members,
    where: ({ id }) => eq(members.id, id),
    fields: {
      id: members.id,
      email: members.email,
      nickname: members.nickname,
      language: members.language,
      walletAddress: members.walletAddress,
      referralCode: members.referralCode,
      registeredReferralCode: sql`(${query
        .select({ code: inviter.referralCode })
        .from(inviter)
        .where(eq(inviter.id, members.referredBy))})`,
      referredAt: members.referredAt,
      status: members.status,
      statusNote: members.statusNote,
      statusNotedAt: members.statusNotedAt,
      pinFirstSetAt: members.pinFirstSetAt,
      pinLockedAt: members.pinLockedAt,
      payoutsFrozenAt: members.payoutsFrozenAt,
      termsAgreedAt: members.termsAgreedAt,
      privacyAgreedAt: members.privacyAgreedAt,
      createdAt: members.createdAt,
    },
    order: [members.id],
  },
  {
    name: 'profile_images',
    group: 'profile',
    table: profileImages,
    where: ({ id }) => eq(profileImages.memberId, id),
    fields: {
      id: profileImages.id,
      contentType: profileImages.contentType,
      content: profileImages.content,
      createdAt: profileImages.createdAt,
    },
    order: [profileImages.createdAt, profileImages.id],
  },
  {
    name: 'alert_settings',
    group: 'profile',
    table: alertSettings,
    where: ({ id }) => eq(alertSettings.memberId, id),
    fields: { type: alertSettings.type, enabled: alertSettings.enabled },
    order: [alertSettings.type],
  },
  {
    name: 'quiet_hours',
    group: 'profile',
    table: quietHours,
    where: ({ id }) => eq(quietHours.memberId, id),
    fields: {
      enabled: quietHours.enabled,
      fromMinute: quietHours.fromMinute,
      toMinute: quietHours.toMinute,
      timeZone: quietHours.timeZone,
    },
    order: [quietHours.memberId],
  },
  {
    name: 'bookmarks',
    group: 'profile',
    table: bookmarks,
    where: ({ id }) => eq(bookmarks.memberId, id),
    fields: {
      id: bookmarks.id,
      name: bookmarks.name,
      address: bookmarks.address,
      networkId: bookmarks.networkId,
      createdAt: bookmarks.createdAt,
      addressChangedAt: bookmarks.addressChangedAt,
    },
    order: [bookmarks.id],
  },
]

const friends: ExportedRows[] = [
  {
    name: 'friends',
    group: 'friends',
    table: members,
    where: ({ id }) => eq(members.referredBy, id),
    fields: {
      nickname: members.nickname,
      createdAt: members.createdAt,
      referredAt: members.referredAt,
    },
    order: [members.referredAt, members.id],
    view: ({ nickname, createdAt, referredAt }) => ({
      nickname: masked(nickname),
      joinedAt: createdAt,
      referredAt,
    }),
  },
  {
    name: 'invite_referrals',
    group: 'friends',
    table: inviteReferrals,
    where: ({ id }) => eq(inviteReferrals.referrerId, id),
    fields: {
      friend: sql`(${query
        .select({ nickname: friend.nickname })
        .from(friend)
        .where(eq(friend.id, inviteReferrals.friendId))})`,
      seasonId: inviteReferrals.seasonId,
      amount: inviteReferrals.amount,
      state: inviteReferrals.state,
      qualifiedAt: inviteReferrals.qualifiedAt,
      claimableAt: inviteReferrals.claimableAt,
      claimId: inviteReferrals.claimId,
    },
    order: [inviteReferrals.qualifiedAt, inviteReferrals.friendId],
    view: ({ friend: nickname, ...row }) => ({ friend: masked(nickname), ...row }),
  },
  {
    // The reward and its state belong to the friend who invited the member.
    name: 'own_qualification',
    group: 'friends',
    table: inviteReferrals,
    where: ({ id }) => eq(inviteReferrals.friendId, id),
    fields: { seasonId: inviteReferrals.seasonId, qualifiedAt: inviteReferrals.qualifiedAt },
    order: [inviteReferrals.friendId],
  },
]

const devices: ExportedRows[] = [
  {
    name: 'sessions',
    group: 'devices',
    table: sessions,
    where: ({ id }) => eq(sessions.memberId, id),
    fields: {
      number: sessions.number,
      device: sessions.device,
      keepLoggedIn: sessions.keepLoggedIn,
      createdAt: sessions.createdAt,
      rotatedAt: sessions.rotatedAt,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
    },
    order: [sessions.number],
  },
  {
    name: 'known_devices',
    group: 'devices',
    table: knownDevices,
    where: ({ id }) => eq(knownDevices.memberId, id),
    fields: { deviceId: knownDevices.deviceId, firstSeenAt: knownDevices.firstSeenAt },
    order: [knownDevices.deviceId],
  },
  {
    name: 'security_events',
    group: 'devices',
    table: securityEvents,
    where: ({ id }) => eq(securityEvents.memberId, id),
    fields: {
      id: securityEvents.id,
      kind: securityEvents.kind,
      device: securityEvents.device,
      address: securityEvents.address,
      createdAt: securityEvents.createdAt,
      mailedAt: securityEvents.mailedAt,
      mailTo: securityEvents.mailTo,
      reportedAt: securityEvents.reportedAt,
    },
    order: [securityEvents.id],
  },
  {
    name: 'verification_codes',
    group: 'devices',
    table: verificationCodes,
    where: ({ email }) => eq(verificationCodes.email, email),
    fields: {
      purpose: verificationCodes.purpose,
      sentAt: verificationCodes.sentAt,
      expiresAt: verificationCodes.expiresAt,
      triesUsed: verificationCodes.triesUsed,
      verifiedAt: verificationCodes.verifiedAt,
      mailedAt: verificationCodes.mailedAt,
    },
    order: [verificationCodes.purpose],
  },
  {
    name: 'pin_keys',
    group: 'devices',
    table: pinKeys,
    where: ({ id }) => eq(pinKeys.memberId, id),
    fields: {
      state: pinKeys.state,
      triesUsed: pinKeys.triesUsed,
      round: pinKeys.round,
      shared: pinKeys.shared,
      createdAt: pinKeys.createdAt,
      retiredAt: pinKeys.retiredAt,
      lastTryAt: pinKeys.lastTryAt,
    },
    order: [pinKeys.createdAt, pinKeys.id],
  },
  {
    name: 'pin_devices',
    group: 'devices',
    table: pinDevices,
    where: (member) => inArray(pinDevices.pinKeyId, ownPinKeys(member)),
    fields: {
      deviceId: pinDevices.deviceId,
      triesUsed: pinDevices.triesUsed,
      round: pinDevices.round,
      lastTryAt: pinDevices.lastTryAt,
      enrolledAt: pinDevices.enrolledAt,
    },
    order: [pinDevices.enrolledAt, pinDevices.deviceId, pinDevices.pinKeyId],
  },
  {
    name: 'pin_evaluations',
    group: 'devices',
    table: pinEvaluations,
    where: ({ id }) => eq(pinEvaluations.memberId, id),
    fields: {
      purpose: pinEvaluations.purpose,
      round: pinEvaluations.round,
      attempt: pinEvaluations.attempt,
      deviceId: pinEvaluations.deviceId,
      failedSince: pinEvaluations.failedSince,
      ownCount: pinEvaluations.ownCount,
      createdAt: pinEvaluations.createdAt,
      verifiedAt: pinEvaluations.verifiedAt,
      tokenExpiresAt: pinEvaluations.tokenExpiresAt,
      tokenUsedAt: pinEvaluations.tokenUsedAt,
    },
    order: [pinEvaluations.createdAt, pinEvaluations.id],
  },
  {
    name: 'passkeys',
    group: 'devices',
    table: passkeys,
    where: ({ id }) => eq(passkeys.memberId, id),
    fields: { credentialId: passkeys.credentialId, createdAt: passkeys.createdAt },
    order: [passkeys.credentialId],
  },
  {
    name: 'push_subscriptions',
    group: 'devices',
    table: pushSubscriptions,
    where: ({ id }) => eq(pushSubscriptions.memberId, id),
    fields: {
      id: pushSubscriptions.id,
      createdAt: pushSubscriptions.createdAt,
      failures: pushSubscriptions.failures,
      blockedUntil: pushSubscriptions.blockedUntil,
    },
    order: [pushSubscriptions.id],
  },
  {
    name: 'push_deliveries',
    group: 'devices',
    table: pushDeliveries,
    where: ({ id }) =>
      inArray(
        pushDeliveries.subscriptionId,
        query
          .select({ id: pushSubscriptions.id })
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.memberId, id)),
      ),
    fields: {
      id: pushDeliveries.id,
      subscriptionId: pushDeliveries.subscriptionId,
      alertId: pushDeliveries.alertId,
      campaignId: pushDeliveries.campaignId,
      dueAt: pushDeliveries.dueAt,
      expiresAt: pushDeliveries.expiresAt,
      attempts: pushDeliveries.attempts,
      sentAt: pushDeliveries.sentAt,
      droppedAt: pushDeliveries.droppedAt,
      lastError: pushDeliveries.lastError,
      origin: pushDeliveries.origin,
    },
    order: [pushDeliveries.id],
  },
  {
    name: 'operator_reads',
    group: 'devices',
    table: operatorReads,
    where: ({ id }) => eq(operatorReads.memberId, id),
    fields: { call: operatorReads.call, at: operatorReads.at },
    order: [operatorReads.id],
  },
  {
    name: 'reminders',
    group: 'notices',
    table: reminders,
    where: ({ id }) => eq(reminders.memberId, id),
    fields: { name: reminders.name, remindedAt: reminders.remindedAt },
    order: [reminders.name],
  },
]

export const accountRows: readonly ExportedRows[] = [...profile, ...friends, ...devices]
