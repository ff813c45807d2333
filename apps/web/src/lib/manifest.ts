import { StorageKey, deviceStorage } from './storage.ts'
import type { KeyValueStorage } from './storage.ts'

/**
 * Returns a manifest with the name and shortcuts in this language and with the code of the
 * invitation, so that the installed app starts with it.
 */
export function manifestHref(
  language: string,
  storage: Pick<KeyValueStorage, 'getItem'> = deviceStorage,
): string {
  const file = language === 'ko' ? '/manifest.ko.webmanifest' : '/manifest.webmanifest'
  const code = storage.getItem(StorageKey.referralCode)
  return code === null ? file : `${file}?ref=${encodeURIComponent(code)}`
}

/**
 * Links the manifest from code. With a link in the page, Chromium installs from the file of the
 * initial load even if the link has changed, and the invitation is lost.
 */
export function linkManifest(language: string): void {
  const href = manifestHref(language)
  const link = document.querySelector('link[rel="manifest"]') ?? addManifestLink()
  // Setting the same URL would make the browser load the file again.
  if (link.getAttribute('href') !== href) link.setAttribute('href', href)
}

function addManifestLink(): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'manifest'
  document.head.append(link)
  return link
}
