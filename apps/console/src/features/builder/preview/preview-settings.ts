import type { PreviewRequest } from '@solstice/contract/season-preview'
import { daysBetween } from '@solstice/rules/programme-day'
import { listAt, textAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'

export type PreviewSettings = Pick<
  PreviewRequest,
  'language' | 'phase' | 'day' | 'tier' | 'screen'
> & { width: PhoneWidth }

export const PHONE_WIDTHS = ['360', '390', '430'] as const
export type PhoneWidth = (typeof PHONE_WIDTHS)[number]

/** The preview of a draft without dates has this many days. */
const DEFAULT_DAYS = 28
/** The limit of the message to the frame. */
const MAX_DAYS = 366

/** Returns the number of programme days of the season that the draft describes. */
export function daysOf(draft: Draft): number {
  const [startAt, endAt] = ['startAt', 'endAt'].map((path) => new Date(textAt(draft, path)))
  if (!startAt || !endAt || !Number.isFinite(endAt.getTime() - startAt.getTime())) {
    return DEFAULT_DAYS
  }
  return Math.min(MAX_DAYS, Math.max(1, daysBetween(startAt, endAt)))
}

/** Returns the names of the tiers; a tier without one is named by its position. */
export function tierNames(draft: Draft, language: PreviewRequest['language']): string[] {
  const tiers = listAt(draft, 'tiers')
  const names = tiers.map((_, at) => textAt(draft, `tiers.${at}.name.${language}`))
  return (names.length > 0 ? names : ['']).map((name, at) => name.trim() || `${at + 1}`)
}

/** Keeps the choices inside of a draft that has become shorter. */
export function fittingSettings(settings: PreviewSettings, draft: Draft): PreviewSettings {
  return {
    ...settings,
    day: Math.min(settings.day, daysOf(draft)),
    tier: Math.min(settings.tier, tierNames(draft, settings.language).length - 1),
  }
}
