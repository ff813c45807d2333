import { DAY_MS, HOUR_MS } from './duration.ts'

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

/** From this instant on the address of a deleted account may be used again. */
export function reRegisterAfter(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + REREGISTRATION_BLOCK_DAYS * DAY_MS)
}

/** What happened to an account that its member is told by mail. */
export const SECURITY_EVENTS = [
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'PIN_CHANGED',
  'PIN_REPLACED',
  'PIN_LOCKED',
  'WALLET_CHANGED',
  'NEW_DEVICE',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** What somebody could do with a stolen mailbox alone, so nothing leaves for a while. */
export const PAUSING_EVENTS = ['PASSWORD_RESET', 'PIN_REPLACED', 'WALLET_CHANGED'] as const
export const WITHDRAWAL_PAUSE_MS = 48 * HOUR_MS

export function pausedUntil(lastPausingEventAt: Date | undefined, now: Date): Date | undefined {
  if (!lastPausingEventAt) return undefined
  const until = new Date(lastPausingEventAt.getTime() + WITHDRAWAL_PAUSE_MS)
  return now < until ? until : undefined
}

export const PROFILE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ProfileImageType = (typeof PROFILE_IMAGE_TYPES)[number]
export const PROFILE_IMAGE_MAX_BYTES = 1024 * 1024
