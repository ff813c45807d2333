import { findTextOf } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/i18n.ts'

/** The parts of a plan that are lists, and the text that names one of their entries. */
const LISTS = {
  rounds: 'round',
  tiers: 'tier',
  products: 'product',
  banners: 'banner',
} as const

const isList = (part: string): part is keyof typeof LISTS => Object.hasOwn(LISTS, part)

/** Returns the names of the part and of the field at a path, such as "Mission 8 · Title". */
export function fieldName(path: string, t: Translate<'compare'>): string {
  const [part = '', entry, ...inner] = path.split('.')
  const subject = subjectOf(part, entry, t)
  const isOfEntry = part === 'missions' || isList(part)
  const field = fieldOf(isOfEntry ? inner : path.split('.'))
  return field === undefined || field === subject ? subject : `${subject} · ${field}`
}

function subjectOf(part: string, entry: string | undefined, t: Translate<'compare'>): string {
  if (part === 'missions' && entry !== undefined) return t('builder:mission', { id: entry })
  if (isList(part) && entry !== undefined) {
    return t(`builder:${LISTS[part]}`, { number: Number(entry) + 1 })
  }
  const names: Partial<Record<string, string>> = {
    missions: t('builder:steps.missions'),
    rounds: t('builder:fields.rounds'),
    tiers: t('builder:steps.tiers'),
    products: t('builder:steps.shop'),
    banners: t('parts.banners'),
    checkIn: t('parts.checkIn'),
    levels: t('parts.levels'),
    spin: t('builder:steps.wheel'),
    budget: t('parts.budget'),
    reward: t('parts.reward'),
  }
  return names[part] ?? t('parts.season')
}

/** Returns the last name of a path that has a text, with the position of an entry in a list. */
function fieldOf(names: readonly string[]): string | undefined {
  const words = names.filter((name) => name !== 'en' && name !== 'ko')
  const last = words.findLast((name) => !/^\d+$/.test(name))
  if (last === undefined) return undefined
  const text = findTextOf('builder', `fields.${last}`) ?? findTextOf('compare', `fields.${last}`)
  const position = words.find((name) => /^\d+$/.test(name))
  const label = text ?? last
  return position === undefined ? label : `${label} ${Number(position) + 1}`
}
