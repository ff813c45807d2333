import { shareHashes, shareHash } from '@solstice/contracts/distribution-tree'
import type { ShareLine } from './settlement-openings.ts'

/** Computes the root of the shares of a file; only their hashes are kept. */
export class SettlementRoot {
  readonly #hashes = shareHashes()
  #shares = 0
  #total = 0n
  #ofRound = 0n

  add({ account, cumulative, ofRound }: ShareLine): void {
    this.#hashes.add(shareHash({ account: `0x${account.slice(2)}`, cumulative }))
    this.#shares += 1
    this.#total += cumulative
    this.#ofRound += ofRound
  }

  found(): { root: string; shares: number; total: bigint; ofRound: bigint } {
    const root = this.#shares === 0 ? '' : this.#hashes.tree().root
    return { root, shares: this.#shares, total: this.#total, ofRound: this.#ofRound }
  }
}
