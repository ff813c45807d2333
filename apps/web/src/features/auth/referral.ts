import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Stores the code that an invitation link carries as `?ref=` for 30 days or until sign-up uses it.
 * It is stored on the device, because the installed app opens in its own window.
 */
export function rememberReferralCode(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  now: number,
  memory: KeyValueStorage = deviceStorage,
): void {
  endReferralCode(now, memory)
  const code = normaliseReferralCode(new URLSearchParams(search).get('ref') ?? '')
  if (!isReferralCode(code)) return
  // The installed app starts with the code each time, so only the first start counts. A link always
  // counts.
  if (pathname === '/') {
    if (codesDone(memory).includes(code)) return
    noteDone(code, memory)
  }
  if (code !== rememberedReferralCode(memory)) keep(code, now, memory)
}

/** Stores an entered code, which replaces the earlier one; later starts do not restore that one. */
export function keepReferralCode(
  code: string,
  now: number,
  memory: KeyValueStorage = deviceStorage,
): void {
  noteDone(rememberedReferralCode(memory), memory)
  keep(normaliseReferralCode(code), now, memory)
}

/**
 * Extracts the code from an entered or pasted invitation: the code alone, or a link that carries
 * it.
 */
export function codeOfInvitation(given: string): string {
  return /[?&]ref=([^&#\s]+)/.exec(given)?.[1] ?? given.trim()
}

export function rememberedReferralCode(memory: KeyValueStorage = deviceStorage): string {
  return memory.getItem(StorageKey.referralCode) ?? ''
}

/**
 * Clears the code after an account was created with it, so that no later start fills in this or the
 * stored code again.
 */
export function clearReferralCode(used: string, memory: KeyValueStorage = deviceStorage): void {
  noteDone(used, memory)
  noteDone(rememberedReferralCode(memory), memory)
  drop(memory)
}

function keep(code: string, now: number, memory: KeyValueStorage): void {
  memory.setItem(StorageKey.referralCode, code)
  memory.setItem(StorageKey.referralKeptAt, String(now))
}

function drop(memory: KeyValueStorage): void {
  memory.removeItem(StorageKey.referralCode)
  memory.removeItem(StorageKey.referralKeptAt)
}

function endReferralCode(now: number, memory: KeyValueStorage): void {
  const code = rememberedReferralCode(memory)
  if (!code) return
  const keptAt = Number(memory.getItem(StorageKey.referralKeptAt))
  // Stored by an earlier release, which saved no time.
  if (!keptAt) keep(code, now, memory)
  else if (now - keptAt >= RETENTION_MS) drop(memory)
}

function codesDone(memory: KeyValueStorage): string[] {
  return memory.getItem(StorageKey.referralsDone)?.split(' ') ?? []
}

function noteDone(code: string, memory: KeyValueStorage): void {
  const done = codesDone(memory)
  if (code && !done.includes(code))
    memory.setItem(StorageKey.referralsDone, [...done, code].join(' '))
}
