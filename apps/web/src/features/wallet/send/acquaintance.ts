import { findLookAlike } from '@solstice/rules/look-alike'
import { normaliseAddress } from '#/features/wallet/address.ts'

/** How well a member knows whom they are about to pay. */
export type Acquaintance =
  /** The lists that would tell have not come yet, or did not come at all. */
  | { kind: 'unclear' }
  /** Saved, or paid before. */
  | { kind: 'trusted' }
  | { kind: 'new' }
  /** Not trusted, and alike at both ends to one that is known. */
  | { kind: 'look-alike'; known: string }

export type KnownAddresses = {
  trusted: ReadonlySet<string>
  all: readonly string[]
  /** Every list came: who is in none of them is new. */
  isWhole: boolean
}

/** A list that failed is missing, which is not the same as empty. */
export function knownAddresses(lists: {
  own: string
  saved: readonly string[] | undefined
  paid: readonly string[] | undefined
  /** Whoever stands in the history, which anybody can write into. */
  met: readonly string[] | undefined
}): KnownAddresses {
  const { saved, paid, met } = lists
  const trusted = [...(saved ?? []), ...(paid ?? [])]
  return {
    isWhole: saved !== undefined && paid !== undefined && met !== undefined,
    trusted: new Set(trusted.flatMap((address) => normaliseAddress(address) ?? [])),
    all: [lists.own, ...trusted, ...(met ?? [])],
  }
}

export function acquaintanceOf(to: string, known: KnownAddresses | undefined): Acquaintance {
  if (!known) return { kind: 'unclear' }
  if (known.trusted.has(normaliseAddress(to) ?? '')) return { kind: 'trusted' }
  const alike = findLookAlike(to, known.all)
  if (alike !== undefined) return { kind: 'look-alike', known: alike }
  return { kind: known.isWhole ? 'new' : 'unclear' }
}
