import { createAddress } from '@solstice/contracts/create-address'
import type { ContractKind } from '@solstice/rules/payout'
import type { JournalEntry } from './signer.entry.ts'

type Contract = { kind: ContractKind; token: string | null; account: string }
type Place = { chainId: number; address: string }
type Root = { number: number; root: string }
type Checkpoint = { size: number; root: string }

/** The contracts of the treasury according to the journal. */
export type ContractRecord = {
  /** Returns a contract that this signer deployed, and with which account. */
  at: (place: Place) => Contract | undefined
  /** Returns the names of the payouts that were signed to fund a distributor. */
  fundingsAt: (place: Place) => string[]
  /** Returns their sum, without those that failed on chain. */
  fundedAt: (place: Place, failed: ReadonlySet<string>) => bigint
  lastRootAt: (place: Place) => Root | undefined
  lastCheckpointAt: (place: Place) => Checkpoint | undefined
}

const keyOf = ({ chainId, address }: Place): string => `${chainId} ${address}`

/** Keeps the record: entries are added when they are signed, and removed when they are cancelled. */
export function contractRecord() {
  const contracts = new Map<string, Contract>()
  const fundings = new Map<string, Map<string, bigint>>()
  const roots = new Map<string, Root>()
  const checkpoints = new Map<string, Checkpoint>()
  const placeOf = ({ chainId, destination }: JournalEntry) =>
    keyOf({ chainId, address: destination })

  function add(entry: JournalEntry): void {
    const { call, nonce, account, chainId, contract } = entry
    if (!call || nonce === null) return
    if (call.purpose === 'DEPLOY') {
      const address = createAddress(account, nonce)
      contracts.set(keyOf({ chainId, address }), { kind: call.creates, token: contract, account })
      return
    }
    const key = placeOf(entry)
    if (call.purpose === 'FUND') {
      const here = fundings.get(key) ?? new Map<string, bigint>()
      fundings.set(key, here.set(entry.payout, entry.amount))
    } else if (call.purpose === 'ROOT' && call.number >= (roots.get(key)?.number ?? 0)) {
      roots.set(key, { number: call.number, root: call.root })
    } else if (call.purpose === 'ANCHOR' && call.size >= (checkpoints.get(key)?.size ?? 0)) {
      checkpoints.set(key, { size: call.size, root: call.root })
    }
  }

  /**
   * A cancelled nonce creates no contract and funds nothing. A root or a checkpoint stays the last one,
   * because its transaction may have been mined nevertheless.
   */
  function remove(entry: JournalEntry): void {
    const { call, nonce, account, chainId } = entry
    if (!call || nonce === null) return
    if (call.purpose === 'DEPLOY') {
      contracts.delete(keyOf({ chainId, address: createAddress(account, nonce) }))
    }
    if (call.purpose === 'FUND') fundings.get(placeOf(entry))?.delete(entry.payout)
  }

  const record: ContractRecord = {
    at: (place) => contracts.get(keyOf(place)),
    fundingsAt: (place) => [...(fundings.get(keyOf(place))?.keys() ?? [])],
    fundedAt: (place, failed) => {
      const signed = [...(fundings.get(keyOf(place)) ?? [])]
      const arrived = signed.filter(([payout]) => !failed.has(payout))
      return arrived.reduce((sum, [, amount]) => sum + amount, 0n)
    },
    lastRootAt: (place) => roots.get(keyOf(place)),
    lastCheckpointAt: (place) => checkpoints.get(keyOf(place)),
  }
  return { add, remove, record }
}
