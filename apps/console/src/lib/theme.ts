import { readChoice, storeChoice } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'console-theme'

export function currentTheme(): Theme {
  const stored = readChoice(STORAGE_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Sets the theme of the page; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  storeChoice(STORAGE_KEY, theme)
  applyTheme(theme)
}
