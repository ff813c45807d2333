import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'
import { StorageKey, sessionMemory } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'

/** An invitation link carries the code as `?ref=`; it is kept until sign-up asks for it. */
export function rememberReferralCode(
  search: string,
  memory: KeyValueStorage = sessionMemory,
): void {
  const code = new URLSearchParams(search).get('ref')
  if (code && isReferralCode(code)) {
    memory.setItem(StorageKey.referralCode, normaliseReferralCode(code))
  }
}

export function rememberedReferralCode(memory: KeyValueStorage = sessionMemory): string {
  return memory.getItem(StorageKey.referralCode) ?? ''
}

export function forgetReferralCode(memory: KeyValueStorage = sessionMemory): void {
  memory.removeItem(StorageKey.referralCode)
}
