import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'
import { isEmail } from './email.ts'

/** The input of an operator, split into filters and the text that is left. */
export type SearchQuery = {
  /** Lower case and composed, as names and addresses are stored for searches. May be empty. */
  text: string
  /** The kind of the whole text, if it names exactly one thing. */
  exact: { kind: 'ID'; id: number } | { kind: 'ADDRESS' | 'HASH' | 'EMAIL' } | undefined
  isHeld: boolean
  state: string | undefined
  memberId: number | undefined
  moreThan: { amount: string; unit: string | undefined } | undefined
  sinceMs: number | undefined
  /** The filters in the form in which they were understood, such as `state:FAILED`. */
  filters: string[]
}

type Filters = Omit<SearchQuery, 'text' | 'exact' | 'filters'>

/** The result of a word that is a filter: its normal form and the values it sets. */
type Filter = { shown: string; set: Partial<Filters> }

const NO_FILTERS: Filters = {
  isHeld: false,
  state: undefined,
  memberId: undefined,
  moreThan: undefined,
  sinceMs: undefined,
}

const ID = /^[1-9]\d{0,14}$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const AMOUNT = /^>(\d{1,30}(?:\.\d{1,18})?)$/
const UNIT = /^[A-Z][A-Z0-9]{1,9}$/
const STATE = /^[A-Z][A-Z_]{1,29}$/
const SPAN = /^([1-9]\d{0,3})([mhdw])$/

const SPAN_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
}

/**
 * Splits a query into words and filters. A word that only looks like a filter, such as `state:` or
 * `colour:red`, is text. Of a filter that is given twice, the last one counts.
 */
export function parseSearch(input: string): SearchQuery {
  const words = input.trim().split(/\s+/)
  const filters = new Map<string, Filter>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const filter = filterOf(word) ?? amountOf(word, words[at + 1])
    if (!filter) {
      rest.push(word)
      continue
    }
    filters.set(Object.keys(filter.set).join(), filter)
    // The unit is a word of its own.
    if (filter.set.moreThan?.unit !== undefined) at += 1
  }
  const text = searchedText(rest.join(' '))
  const understood = Array.from(filters.values())
  let set: Filters = NO_FILTERS
  for (const filter of understood) set = { ...set, ...filter.set }
  return {
    ...set,
    text,
    exact: exactOf(text),
    filters: understood.map(({ shown }) => shown),
  }
}

/** Returns a text in the form in which names and addresses are stored for searches. */
export function searchedText(input: string): string {
  return input.normalize('NFC').trim().toLowerCase()
}

function filterOf(word: string): Filter | undefined {
  const colon = word.indexOf(':')
  const name = word.slice(0, Math.max(colon, 0)).toLowerCase()
  const value = word.slice(colon + 1)
  switch (name) {
    case 'is':
      return value.toLowerCase() === 'held'
        ? { shown: 'is:held', set: { isHeld: true } }
        : undefined
    case 'state': {
      const state = value.toUpperCase()
      return STATE.test(state) ? { shown: `state:${state}`, set: { state } } : undefined
    }
    case 'member':
      return ID.test(value)
        ? { shown: `member:${value}`, set: { memberId: Number(value) } }
        : undefined
    case 'since': {
      const [, count, unit = ''] = SPAN.exec(value.toLowerCase()) ?? []
      const sinceMs = Number(count) * (SPAN_MS[unit] ?? Number.NaN)
      return count === undefined
        ? undefined
        : { shown: `since:${value.toLowerCase()}`, set: { sinceMs } }
    }
    default:
      return undefined
  }
}

/** The unit of an amount is in capitals, so that `>100 kim` searches for a name. */
function amountOf(word: string, next: string | undefined): Filter | undefined {
  const amount = AMOUNT.exec(word)?.[1]
  if (amount === undefined) return undefined
  const unit = next !== undefined && UNIT.test(next) ? next : undefined
  const shown = unit === undefined ? `>${amount}` : `>${amount} ${unit}`
  return { shown, set: { moreThan: { amount, unit } } }
}

/** Returns what a searched text is as a whole, if it names exactly one thing. */
export function exactOf(text: string): SearchQuery['exact'] {
  if (ID.test(text)) return { kind: 'ID', id: Number(text) }
  if (ADDRESS.test(text)) return { kind: 'ADDRESS' }
  if (HASH.test(text)) return { kind: 'HASH' }
  return isEmail(text) ? { kind: 'EMAIL' } : undefined
}

/** Letters and digits that follow each other, of which an index of trigrams needs three. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

/** Returns whether a part of a name can be found by its trigrams; otherwise only its beginning is. */
export function hasTrigram(text: string): boolean {
  return TRIGRAM.test(text)
}
