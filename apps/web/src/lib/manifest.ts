import { StorageKey, deviceStorage } from './storage.ts'
import type { KeyValueStorage } from './storage.ts'

/**
 * Installed now, the app gets its name and shortcuts in this language, and starts with the code of
 * the invitation that led here.
 */
export function manifestHref(
  language: string,
  storage: Pick<KeyValueStorage, 'getItem'> = deviceStorage,
): string {
  const file = language === 'ko' ? '/manifest.ko.webmanifest' : '/manifest.webmanifest'
  const code = storage.getItem(StorageKey.referralCode)
  return code === null ? file : `${file}?ref=${encodeURIComponent(code)}`
}
