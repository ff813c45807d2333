import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { commitmentTo, compareAccounts, entryBytes, entrySalt } from '@solstice/points-log/entry'
import type { AccountAmount, MemberPage, MemberPosting } from '@solstice/points-log/member'
import {
  consistencyRanges,
  inclusionRanges,
  leafHash,
  rootOf,
  type Range,
} from '@solstice/points-log/merkle'
import { signCheckpoint, verifierKeyText } from '@solstice/points-log/note'
import { logCrypto } from '#/lib/log-crypto.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

type Leaf = { memberId: number; sequence: number; transactionId: number; hash: Uint8Array }

const ORIGIN = 'solstice.example/log'

/** A posting of XP in season 2, with the history entry of the same number. */
export function posting(transactionId: number, xp: number, kind = 'SPIN'): MemberPosting {
  const at = new Date(Date.UTC(2026, 5, 9) + transactionId * 60_000).toISOString()
  const accounts = ['SEASON_XP', 'XP'].map((asset) => ({
    asset,
    scope: 'season:2',
    amount: String(xp),
  }))
  return { transactionId, historyId: transactionId, kind, at, accounts }
}

/**
 * A log and a ledger in memory that reply like the server. A test may change the ledger, which the
 * log does not notice.
 */
export class LogServer {
  readonly leaves: Leaf[]
  /** The postings of each member, by transaction. */
  readonly ledger: Map<number, MemberPosting & { memberId: number }>
  seed: Uint8Array = new Uint8Array(32).fill(7)
  pageSize = 200
  upTo: number
  anchor: { chainId: number; address: string; size: number } | undefined

  constructor(of?: LogServer) {
    this.leaves = of ? [...of.leaves] : []
    this.ledger = new Map(of?.ledger)
    this.upTo = of?.upTo ?? 0
  }

  post(memberId: number, ...postings: MemberPosting[]): void {
    for (const each of postings) this.ledger.set(each.transactionId, { ...each, memberId })
  }

  /** Appends what the log does not contain yet. */
  append(): void {
    const known = new Set(this.leaves.map(({ transactionId }) => transactionId))
    const ids = Array.from(this.ledger.keys()).toSorted((one, two) => one - two)
    for (const id of ids.filter((each) => !known.has(each))) this.#add(id)
    this.upTo = Math.max(this.upTo, ...ids)
  }

  #add(id: number): void {
    const found = this.ledger.get(id)
    if (!found) return
    const { memberId, transactionId, kind, at } = found
    const sequence = this.leaves.filter((leaf) => leaf.memberId === memberId).length + 1
    const accounts = found.accounts.toSorted(compareAccounts)
    const amounts = accounts.map(({ amount }) => BigInt(amount))
    const salt = entrySalt(logCrypto.hmac, keyOf(memberId), transactionId)
    const commitment = commitmentTo(sha256, { memberId, sequence, amounts, salt })
    const bytes = entryBytes({ transactionId, kind, at: new Date(at), accounts, commitment })
    this.leaves.push({ memberId, sequence, transactionId, hash: leafHash(sha256, bytes) })
  }

  #rootOf({ start, end }: Range): Uint8Array {
    return rootOf(
      sha256,
      this.leaves.slice(start, end).map(({ hash }) => hash),
    )
  }

  rootAt(size: number): Uint8Array {
    return this.#rootOf({ start: 0, end: size })
  }

  #proofOfGrowth(seen: number): string[] {
    return consistencyRanges(seen, this.leaves.length).map((each) => base64(this.#rootOf(each)))
  }

  reply(memberId: number, { after, seen }: { after: number; seen: number }): MemberPage {
    const size = this.leaves.length
    const publicKey = ed25519.getPublicKey(this.seed)
    const sign = (message: Uint8Array) => ed25519.sign(message, this.seed)
    const checkpoint = { origin: ORIGIN, size, root: this.rootAt(size) }
    const own = this.leaves
      .map((leaf, index) => ({ ...leaf, index }))
      .filter((leaf) => leaf.memberId === memberId)
    const following = own.filter(({ sequence }) => sequence > after)
    const page = following.slice(0, this.pageSize)
    const isLast = following.length <= this.pageSize
    const recorded = new Set(own.map(({ transactionId }) => transactionId))
    const postings = Array.from(this.ledger.values()).filter((each) => each.memberId === memberId)
    const sums = isLast ? sumsOf(postings) : null
    return {
      checkpoint: signCheckpoint(sha256, checkpoint, { publicKey, sign }),
      verifierKey: verifierKeyText(sha256, { name: ORIGIN, publicKey }),
      upTo: this.upTo,
      key: bytesToHex(keyOf(memberId)),
      count: own.length,
      entries: page.flatMap(({ transactionId, sequence, index }) => {
        const found = this.ledger.get(transactionId)
        const proof = inclusionRanges(index, size).map((each) => base64(this.#rootOf(each)))
        return found ? [{ ...withoutMember(found), sequence, index, proof }] : []
      }),
      unrecorded: postings
        .filter(({ transactionId }) => !recorded.has(transactionId))
        .map((each) => withoutMember(each)),
      nextAfter: isLast ? null : (page.at(-1)?.sequence ?? null),
      consistency:
        seen > 0 && seen <= size ? { size: seen, proof: this.#proofOfGrowth(seen) } : null,
      balances: sums,
      posted: sums,
      archived: null,
      anchor: this.anchor
        ? {
            ...this.anchor,
            root: base64(this.rootAt(this.anchor.size)),
            postedAt: '2026-06-09T20:00:00.000Z',
            consistency: this.#proofOfGrowth(this.anchor.size),
          }
        : null,
    }
  }
}

const keyOf = (memberId: number) => new Uint8Array(32).fill(memberId)

function withoutMember(of: MemberPosting): MemberPosting {
  const { transactionId, historyId, kind, at, accounts } = of
  return { transactionId, historyId, kind, at, accounts }
}

function sumsOf(postings: readonly MemberPosting[]): AccountAmount[] {
  const sums = new Map<string, AccountAmount>()
  for (const { asset, scope, amount } of postings.flatMap(({ accounts }) => accounts)) {
    const name = `${asset} ${scope}`
    const before = BigInt(sums.get(name)?.amount ?? 0)
    sums.set(name, { asset, scope, amount: String(before + BigInt(amount)) })
  }
  return Array.from(sums.values())
}
