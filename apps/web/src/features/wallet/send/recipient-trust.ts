import { findLookAlike } from '@solstice/rules/look-alike'
import { isSameAddress, normaliseAddress } from '#/features/wallet/address.ts'
import type { Bookmark, SentBefore } from '#/features/wallet/api.ts'

/** The level of trust in the recipient of a transfer. */
export type RecipientTrust =
  /** The lists have not loaded yet or failed to load. */
  | { kind: 'unclear' }
  /** Saved with the PIN, or paid before on chain. */
  | { kind: 'trusted' }
  | { kind: 'new' }
  /** Saved, but the address was changed and has not been paid since. */
  | { kind: 'changed' }
  /** Not trusted, and identical at both ends to a known address. */
  | { kind: 'look-alike'; known: string }

/** True if the address may be forged, so that the member has to compare it. */
export const isDoubtful = ({ kind }: RecipientTrust): boolean =>
  kind === 'look-alike' || kind === 'unclear'

type PastTransfer = Pick<SentBefore, 'to' | 'chainId' | 'contractAddress'>

export type KnownAddresses = {
  trusted: ReadonlySet<string>
  saved: ReadonlySet<string>
  all: readonly string[]
  /** Transfers that are on chain. */
  paid: readonly PastTransfer[]
  /** True if every list has loaded, so that an unlisted address is new. */
  isComplete: boolean
}

/** Combines the lists. A list that failed to load is undefined, which differs from an empty one. */
export function knownAddresses(lists: {
  own: string
  saved: readonly Pick<Bookmark, 'address' | 'addressChangedAt'>[] | undefined
  paid: readonly (PastTransfer & Pick<SentBefore, 'isOnChain'>)[] | undefined
  /**
   * All addresses in the history, which anyone can write to; complete if every network responded.
   */
  met: { addresses: readonly string[]; isComplete: boolean }
}): KnownAddresses {
  const { saved = [], paid = [], met } = lists
  const unchanged = saved.filter(({ addressChangedAt }) => addressChangedAt === null)
  // A reported transfer counts only once it is on chain, because reporting requires no PIN.
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

export function recipientTrustOf(to: string, known: KnownAddresses | undefined): RecipientTrust {
  if (!known) return { kind: 'unclear' }
  const address = normaliseAddress(to) ?? ''
  if (known.trusted.has(address)) return { kind: 'trusted' }
  const lookAlike = findLookAlike(to, known.all)
  if (lookAlike !== undefined) return { kind: 'look-alike', known: lookAlike }
  if (!known.isComplete) return { kind: 'unclear' }
  return { kind: known.saved.has(address) ? 'changed' : 'new' }
}

/**
 * Returns true if this address received the same asset on the same network before. On another
 * network the same address may have another contract, or none.
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
