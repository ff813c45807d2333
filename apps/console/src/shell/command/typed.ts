import { parseSearch } from '@solstice/rules/search'

/** The filters that the menu offers; the server understands more of the same forms. */
export const OFFERED_FILTERS = ['is:held', 'since:7d', '>100 USDS'] as const

export type Typed = {
  /** The text without filters, which names are compared with. */
  text: string
  /** The text that the server searches; empty if only actions are asked for. */
  query: string
  filters: readonly string[]
  isActionsOnly: boolean
}

/** Splits the typed text. A `>` asks for actions only, unless it begins an amount. */
export function parseTyped(typed: string): Typed {
  const query = typed.trim()
  if (/^>(?!\d)/.test(query)) {
    return { text: query.slice(1).trim(), query: '', filters: [], isActionsOnly: true }
  }
  const { text, filters } = parseSearch(query)
  return { text, query, filters, isActionsOnly: false }
}

/** Adds a filter to the end of the typed text, or takes it out. */
export function toggleFilter(typed: string, filter: string): string {
  const { filters, isActionsOnly } = parseTyped(typed)
  // Behind a `>` a filter would be the name of an action.
  if (isActionsOnly) return `${filter} `
  if (!filters.includes(filter)) return `${typed.trim()} ${filter} `.trimStart()
  const words = typed.trim().split(/\s+/)
  const length = filter.split(' ').length
  const isAt = (at: number) =>
    parseSearch(words.slice(at, at + length).join(' ')).filters.includes(filter)
  return words
    .filter((_, at) => !words.some((_word, from) => from <= at && at < from + length && isAt(from)))
    .map((word) => `${word} `)
    .join('')
}
