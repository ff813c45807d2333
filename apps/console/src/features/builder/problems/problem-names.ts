import { nameAt, numberAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/i18n.ts'
import { stepOf } from '#/features/builder/steps.ts'

/** Returns the part of the season that a problem is about, such as "Mission 8". */
function subjectOf(path: string, draft: Draft, t: Translate<'builder'>): string {
  const [part = '', position] = path.split('.')
  const at = Number(position)
  if (position === undefined || !Number.isInteger(at)) return t(`steps.${stepOf(path)}`)
  if (part === 'missions') {
    return t('mission', { id: numberAt(draft, `missions.${at}.missionId`) ?? at + 1 })
  }
  if (part === 'rounds') return t('round', { number: at + 1 })
  if (part === 'tiers') {
    return nameAt(draft, `tiers.${at}.name`) || t('tier', { number: at + 1 })
  }
  if (part === 'products') return t('product', { number: at + 1 })
  if (part === 'banners') return t('banner', { number: at + 1 })
  return t(`steps.${stepOf(path)}`)
}

/** Returns the name of the field at a path, such as "Title, Korean". */
function fieldOf(path: string, t: Translate<'builder'>): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name))
  const last = names.at(-1) ?? ''
  const isText = last === 'en' || last === 'ko'
  const name = (isText ? names.at(-2) : last) ?? ''
  const label = findTextOf('builder', `fields.${name}`) ?? t(`steps.${stepOf(path)}`)
  return isText ? t(`in.${last}`, { label }) : label
}

export function useProblemNames(draft: Draft) {
  const { t } = useTranslation('builder')
  return (path: string) => ({ subject: subjectOf(path, draft, t), field: fieldOf(path, t) })
}

/** Formats a value of a draft in one line, for a comparison. */
export function valueText(value: unknown): string {
  if (value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
