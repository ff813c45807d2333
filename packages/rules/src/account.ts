import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

export const DELETION_REASONS = [
  'NOT_USEFUL',
  'DIFFICULT',
  'PRIVACY',
  'OTHER_SERVICE',
  'OTHER',
] as const
export type DeletionReason = (typeof DELETION_REASONS)[number]
export const DELETION_TEXT_MAX_LENGTH = 500

const REREGISTRATION_BLOCK_DAYS = 180

/** Returns the time from which the email address of a deleted account may be used again. */
export function reRegisterAfter(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + REREGISTRATION_BLOCK_DAYS * DAY_MS)
}

/** Lists the account events that members are notified of by email. */
export const SECURITY_EVENTS = [
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'PIN_SET',
  'PIN_CHANGED',
  'PIN_REPLACED',
  'PIN_LOCKED',
  'WALLET_REGISTERED',
  'WALLET_CHANGED',
  'NEW_DEVICE',
  'DATA_EXPORTED',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/**
 * Lists the events an attacker needs before tokens can leave the account; payouts are paused after
 * each.
 */
export const PAUSING_EVENTS = [
  'PASSWORD_RESET',
  'PIN_SET',
  'PIN_REPLACED',
  'WALLET_REGISTERED',
  'WALLET_CHANGED',
] as const
export type PausingEvent = (typeof PAUSING_EVENTS)[number]

/**
 * After these events an attacker may control the account, so deletion and disconnecting the wallet
 * are blocked as well.
 */
export const TAKEOVER_EVENTS = [
  'PASSWORD_RESET',
  'PIN_REPLACED',
] as const satisfies readonly PausingEvent[]

export const WITHDRAWAL_PAUSE_MS = 48 * HOUR_MS

export function pausedUntil(lastPausingEventAt: Date | undefined, now: Date): Date | undefined {
  if (!lastPausingEventAt) return undefined
  const until = new Date(lastPausingEventAt.getTime() + WITHDRAWAL_PAUSE_MS)
  return now < until ? until : undefined
}

/** The period in which the link in a security email can freeze payouts. */
export const REPORT_LINK_TTL_MS = 7 * DAY_MS

export function isReportLinkOpen(
  event: { createdAt: Date; reportedAt: Date | null },
  now: Date,
): boolean {
  return event.reportedAt === null && now.getTime() < event.createdAt.getTime() + REPORT_LINK_TTL_MS
}

/** The maximum age of a password login for setting a PIN without entering the password again. */
export const FRESH_LOGIN_MS = 10 * MINUTE_MS

export function isFreshLogin(openedAt: Date, now: Date): boolean {
  return now.getTime() < openedAt.getTime() + FRESH_LOGIN_MS
}

export const PROFILE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ProfileImageType = (typeof PROFILE_IMAGE_TYPES)[number]
export const PROFILE_IMAGE_MAX_BYTES = 1024 * 1024
