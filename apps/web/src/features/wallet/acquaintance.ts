import { findLookAlike } from '@solstice/rules/look-alike'
import { normaliseAddress } from './address.ts'

/** How well a member knows whom they are about to pay. */
export type Acquaintance =
  /** The lists that would tell have not come yet. */
  | { kind: 'unclear' }
  /** Saved, or paid before. */
  | { kind: 'trusted' }
  | { kind: 'new' }
  /** Not trusted, and alike at both ends to one that is known. */
  | { kind: 'look-alike'; known: string }

export type KnownAddresses = { trusted: ReadonlySet<string>; all: readonly string[] }

export function knownAddresses(lists: {
  own: string
  saved: readonly string[]
  paid: readonly string[]
  /** Whoever stands in the history, which anybody can write into. */
  met: readonly string[]
}): KnownAddresses {
  const trusted = [...lists.saved, ...lists.paid]
  return {
    trusted: new Set(trusted.flatMap((address) => normaliseAddress(address) ?? [])),
    all: [lists.own, ...trusted, ...lists.met],
  }
}

export function acquaintanceOf(to: string, known: KnownAddresses | undefined): Acquaintance {
  if (!known) return { kind: 'unclear' }
  if (known.trusted.has(normaliseAddress(to) ?? '')) return { kind: 'trusted' }
  const alike = findLookAlike(to, known.all)
  return alike === undefined ? { kind: 'new' } : { kind: 'look-alike', known: alike }
}
