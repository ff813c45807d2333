import { DEFAULT_WEB_SETTINGS, type WebSettings } from '@solstice/contract/web-settings'

export function parseSettings(content: string | null | undefined): WebSettings {
  if (!content) return DEFAULT_WEB_SETTINGS
  try {
    // Our own server writes it; missing parts use the default.
    return { ...DEFAULT_WEB_SETTINGS, ...(JSON.parse(content) as Partial<WebSettings>) }
  } catch {
    return DEFAULT_WEB_SETTINGS
  }
}

let known: WebSettings | undefined

export function webSettings(): WebSettings {
  known ??= parseSettings(document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content)
  return known
}
