import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { findTextOf } from '#/lib/i18n.ts'
import { approvalTitle, fieldName, pathOf, valueText } from './approval-title.ts'
import type { Part } from './approval-title.ts'

type Approval = CallData<'approval.show'>
type Worded = Pick<Approval, 'call' | 'sentence'>
type Values = Approval['sentence']['values']

/** A part of a sentence that is written from several values, or needs a plural. */
type Phrase = { of: readonly string[]; write: (values: Values) => string | undefined }

const PHRASES: Readonly<Record<string, Phrase>> = {
  gives: { of: ['givesXp', 'givesTickets'], write: givesText },
  cost: { of: ['price', 'symbol'], write: costText },
  difference: { of: ['amount', 'symbol'], write: differenceText },
  shop: { of: ['products'], write: ({ products }) => counted('products', products) },
}

function counted(what: 'tickets' | 'products', part: Part | undefined): string | undefined {
  const count = Number(part)
  if (part === undefined || !Number.isFinite(count)) return undefined
  return findTextOf('approvalTexts', `amounts.${what}`, { count, amount: formatNumber(count) })
}

function givesText({ givesXp, givesTickets }: Values): string | undefined {
  if (typeof givesXp !== 'number' || typeof givesTickets !== 'number') return undefined
  const xp = findTextOf('approvalTexts', 'amounts.xp', { amount: formatNumber(givesXp) })
  const given = [givesXp > 0 && xp, givesTickets > 0 && counted('tickets', givesTickets)]
  const parts = given.filter((each) => typeof each === 'string')
  if (parts.length === 0) return findTextOf('approvalTexts', 'amounts.nothing')
  return new Intl.ListFormat(currentLanguage()).format(parts)
}

function costText({ price, symbol }: Values): string | undefined {
  if (price === undefined || symbol === undefined) return undefined
  if (symbol === 'TICKET') return counted('tickets', price)
  return `${valueText('price', price)} ${valueText('symbol', symbol)}`
}

/** The programme's own assets have no symbol; the sentence names them. */
function differenceText({ amount, symbol }: Values): string | undefined {
  if (amount === undefined || symbol === undefined) return undefined
  const change = valueText('amount', amount)
  return symbol === null ? change : `${change} ${valueText('symbol', symbol)}`
}

type Sentence = { text: string; mentioned: ReadonlySet<string> }

/** Returns the written sentence with the values in it; undefined if it does not fit the values. */
function findSentence({ sentence: { key, values } }: Worded): Sentence | undefined {
  const path = `sentences.${pathOf(key)}`
  const template = findTextOf('approvalTexts', path)
  if (template === undefined) return undefined
  const names = Array.from(template.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
  const filled: Record<string, string> = {}
  for (const name of names) {
    const part = values[name]
    const written = part === undefined ? PHRASES[name]?.write(values) : valueText(name, part)
    if (written === undefined) return undefined
    filled[name] = written
  }
  const mentioned = new Set(names.flatMap((name) => [name, ...(PHRASES[name]?.of ?? [])]))
  return { text: findTextOf('approvalTexts', path, filled) ?? template, mentioned }
}

/** Hashes are compared by the server; nobody reads them. */
const isReadable = (name: string) => !name.endsWith('Hash')

/** Returns the same text's name in the other language, such as `titleKo` for `titleEn`. */
const inOtherLanguage = (name: string) =>
  name.replace(/(En|Ko)$/, (language) => (language === 'En' ? 'Ko' : 'En'))

const factsOf = (values: Values) =>
  Object.entries(values)
    .filter(([name]) => isReadable(name))
    .map(([name, part]) => ({ name, label: fieldName(name), text: valueText(name, part) }))

/**
 * Returns the sentence of a proposal, filled with the facts to which it is bound. A call without a
 * sentence that fits lists its facts.
 */
export function approvalSentence(approval: Worded): string {
  const written = findSentence(approval)
  if (written) return written.text
  const facts = factsOf(approval.sentence.values).map(({ label, text }) => `${label} ${text}`)
  return [approvalTitle(approval), ...facts].join(' · ')
}

/** Returns the facts to which a proposal is bound and which its sentence does not mention. */
export function unmentionedFacts(approval: Worded): [label: string, text: string][] {
  const written = findSentence(approval)
  if (!written) return []
  const isMentioned = (name: string) =>
    written.mentioned.has(name) || written.mentioned.has(inOtherLanguage(name))
  return factsOf(approval.sentence.values)
    .filter(({ name }) => !isMentioned(name))
    .map(({ label, text }) => [label, text])
}
