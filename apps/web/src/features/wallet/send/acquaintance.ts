import { findLookAlike } from '@solstice/rules/look-alike'
import { isSameAddress, normaliseAddress } from '#/features/wallet/address.ts'
import type { Bookmark, SentBefore } from '#/features/wallet/api.ts'

/** How well a member knows whom they are about to pay. */
export type Acquaintance =
  /** The lists that would tell have not come yet, or did not come at all. */
  | { kind: 'unclear' }
  /** Saved with the PIN, or paid before on chain. */
  | { kind: 'trusted' }
  | { kind: 'new' }
  /** Saved, but its address was changed and not paid since. */
  | { kind: 'changed' }
  /** Not trusted, and alike at both ends to one that is known. */
  | { kind: 'look-alike'; known: string }

type Paid = Pick<SentBefore, 'to' | 'chainId' | 'contractAddress'>

export type KnownAddresses = {
  trusted: ReadonlySet<string>
  saved: ReadonlySet<string>
  all: readonly string[]
  /** Transfers that the chain has. */
  paid: readonly Paid[]
  /** Every list came: who is in none of them is new. */
  isComplete: boolean
}

/** A list that failed is missing, which is not the same as empty. */
export function knownAddresses(lists: {
  own: string
  saved: readonly Pick<Bookmark, 'address' | 'addressChangedAt'>[] | undefined
  paid: readonly (Paid & Pick<SentBefore, 'isOnChain'>)[] | undefined
  /** Everybody in the history, which anybody can write into; whole if every network answered. */
  met: { addresses: readonly string[]; isComplete: boolean }
}): KnownAddresses {
  const { saved = [], paid = [], met } = lists
  const unchanged = saved.filter(({ addressChangedAt }) => addressChangedAt === null)
  // What a session reported counts once the chain has it: reporting takes no PIN.
  const onChain = paid.filter(({ isOnChain }) => isOnChain)
  const paidOnChain = onChain.map(({ to }) => to)
  const allSaved = saved.map(({ address }) => address)
  return {
    isComplete: lists.saved !== undefined && lists.paid !== undefined && met.isComplete,
    trusted: setOf([...unchanged.map(({ address }) => address), ...paidOnChain]),
    saved: setOf(allSaved),
    all: [lists.own, ...allSaved, ...paidOnChain, ...met.addresses],
    paid: onChain,
  }
}

function setOf(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.flatMap((address) => normaliseAddress(address) ?? []))
}

export function acquaintanceOf(to: string, known: KnownAddresses | undefined): Acquaintance {
  if (!known) return { kind: 'unclear' }
  const address = normaliseAddress(to) ?? ''
  if (known.trusted.has(address)) return { kind: 'trusted' }
  const alike = findLookAlike(to, known.all)
  if (alike !== undefined) return { kind: 'look-alike', known: alike }
  if (!known.isComplete) return { kind: 'unclear' }
  return { kind: known.saved.has(address) ? 'changed' : 'new' }
}

/**
 * Whether this address took the same asset on the same network before. A contract that did takes it
 * again; on another network another contract, or none, can be at the same address.
 */
export function hasPaid(
  { to, chainId, contract }: { to: string; chainId: number; contract: string | null },
  known: KnownAddresses | undefined,
): boolean {
  const asset = normaliseAddress(contract ?? '')
  return (known?.paid ?? []).some(
    (each) =>
      each.chainId === chainId &&
      isSameAddress(each.to, to) &&
      normaliseAddress(each.contractAddress ?? '') === asset,
  )
}
