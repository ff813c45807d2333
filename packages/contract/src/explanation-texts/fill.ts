import { programmeDayOf } from '@solstice/rules/programme-day'
import type { TraceValue } from '@solstice/rules/trace'
import type { Language } from '#/messages.ts'

/** The values of an explanation by name. */
export type Facts = Readonly<Record<string, TraceValue | undefined>>

/**
 * A text with values: `{xp}` a number, an amount, a time or a name; `{days|day|days}` with the
 * singular and plural after it; `{number#}` an ordinal; `{share%}` a percentage; `{until@}` the
 * reader's day without the time; `{startAt<}` the programme day of a start; `{endAt>}` the last
 * programme day before an end. `{?xp}` and `{?event=PIN_SET}` print nothing and require the value.
 */
export type Template = string

/** The first template whose values are all known is used. */
export type Alternatives = Template | readonly Template[]

export type Reader = {
  language: Language
  /** The zone of the device by default. */
  timeZone?: string
  /** Written after each time if the reader may expect another zone. */
  zoneName?: string
}

const PLACEHOLDER = /\{(\??)(\w+)(?:=([\w-]+)|([#%@<>])|\|([^|}]*)\|([^}]*))?\}/g
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const AMOUNT = /^-?\d{1,60}(\.\d{1,36})?$/
const LOCALES = { en: 'en-GB', ko: 'ko-KR' } as const satisfies Record<Language, string>

/** Returns undefined if a value is missing, so that no text ever contains an empty place. */
function fillOne(template: Template, facts: Facts, reader: Reader): string | undefined {
  let isComplete = true
  const text = template.replace(
    PLACEHOLDER,
    (
      _,
      guard: string,
      name: string,
      equals?: string,
      form?: string,
      one?: string,
      many?: string,
    ) => {
      const value = facts[name]
      if (guard !== '') {
        const isMet = equals === undefined ? isKnown(value) : String(value) === equals
        if (!isMet) isComplete = false
        return ''
      }
      const shown = show(value, form, reader)
      if (shown === undefined) isComplete = false
      if (one === undefined) return shown ?? ''
      return `${shown} ${Math.abs(Number(value)) === 1 ? one : many}`
    },
  )
  return isComplete ? text : undefined
}

export function fill(alternatives: Alternatives, facts: Facts, reader: Reader): string | undefined {
  const templates = typeof alternatives === 'string' ? [alternatives] : alternatives
  for (const template of templates) {
    const text = fillOne(template, facts, reader)
    if (text !== undefined) return text
  }
  return undefined
}

function isKnown(value: TraceValue | undefined): value is string | number | boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return value !== undefined && value !== null && value !== ''
}

function show(
  value: TraceValue | undefined,
  form: string | undefined,
  reader: Reader,
): string | undefined {
  if (!isKnown(value) || typeof value === 'boolean') return undefined
  if (form === '#') return ordinal(Number(value), reader.language)
  if (form === '%') return percentage(Number(value))
  if (typeof value === 'number') return amountText(plainNumber(value))
  if (TIME.test(value)) return instantText(value, form, reader)
  if (DAY.test(value)) return dayText(value, reader)
  return AMOUNT.test(value) ? amountText(value) : value
}

/** Writes out large and small numbers, which would otherwise have an exponent. */
function plainNumber(value: number): string {
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 2 })
}

function percentage(value: number): string | undefined {
  return Number.isFinite(value) ? `${plainNumber(value)}%` : undefined
}

function ordinal(value: number, language: Language): string | undefined {
  if (!Number.isInteger(value)) return undefined
  if (language === 'ko') return `${value}번째`
  const suffix = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${value}${suffix[new Intl.PluralRules('en', { type: 'ordinal' }).select(value)]}`
}

/** Groups the digits of a decimal text, which may be longer than a number can be. */
export function amountText(amount: string): string {
  const [whole = '', fraction] = amount.replace('-', '').split('.')
  const sign = amount.startsWith('-') ? '−' : ''
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) {
    groups.unshift(whole.slice(Math.max(0, end - 3), end))
  }
  const grouped = groups.join(',')
  return sign + (fraction === undefined ? grouped : `${grouped}.${fraction}`)
}

/** Such as `22 June, 09:41` and `6월 22일 09:41`. */
function instantText(text: string, form: string | undefined, reader: Reader): string | undefined {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return undefined
  if (form === '<') return dayText(programmeDayOf(at), reader)
  // An end is exclusive.
  if (form === '>') return dayText(programmeDayOf(new Date(at.getTime() - 1)), reader)
  const { language, timeZone, zoneName } = reader
  const zone = timeZone === undefined ? {} : { timeZone }
  const locale = LOCALES[language]
  const day = at.toLocaleDateString(locale, { ...zone, day: 'numeric', month: 'long' })
  if (form === '@') return day
  const time = at.toLocaleTimeString(locale, {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const shown = language === 'ko' ? `${day} ${time}` : `${day}, ${time}`
  return zoneName === undefined ? shown : `${shown} (${zoneName})`
}

function dayText(day: string, { language }: Reader): string | undefined {
  return instantText(`${day}T00:00:00Z`, '@', { language, timeZone: 'UTC' })
}
