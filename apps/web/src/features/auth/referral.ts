import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * An invitation link carries the code as `?ref=`; it is kept until sign-up asks for it, for 30 days.
 * Kept on the device, because the installed app opens in a window of its own.
 */
export function rememberReferralCode(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  now: number,
  memory: KeyValueStorage = deviceStorage,
): void {
  endReferralCode(now, memory)
  const code = normaliseReferralCode(new URLSearchParams(search).get('ref') ?? '')
  if (!isReferralCode(code)) return
  // The installed app starts with the code each time; only the first start counts. A link always does.
  if (pathname === '/') {
    if (codesDone(memory).includes(code)) return
    noteDone(code, memory)
  }
  if (code !== rememberedReferralCode(memory)) keep(code, now, memory)
}

/** A code that was entered wins over the one before, which no start brings back. */
export function keepReferralCode(
  code: string,
  now: number,
  memory: KeyValueStorage = deviceStorage,
): void {
  noteDone(rememberedReferralCode(memory), memory)
  keep(normaliseReferralCode(code), now, memory)
}

/** The code of an invitation that was entered or pasted: the code alone, or the link that carries it. */
export function codeOfInvitation(given: string): string {
  return /[?&]ref=([^&#\s]+)/.exec(given)?.[1] ?? given.trim()
}

export function rememberedReferralCode(memory: KeyValueStorage = deviceStorage): string {
  return memory.getItem(StorageKey.referralCode) ?? ''
}

/** An account was made with the code: no start fills in the next sign-up with it, or with the one that was kept. */
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
  // Kept by an earlier release, which noted no time.
  if (!keptAt) keep(code, now, memory)
  else if (now - keptAt >= KEPT_MS) drop(memory)
}

function codesDone(memory: KeyValueStorage): string[] {
  return memory.getItem(StorageKey.referralsDone)?.split(' ') ?? []
}

function noteDone(code: string, memory: KeyValueStorage): void {
  const done = codesDone(memory)
  if (code && !done.includes(code))
    memory.setItem(StorageKey.referralsDone, [...done, code].join(' '))
}
