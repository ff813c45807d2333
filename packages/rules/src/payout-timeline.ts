/** The stored facts of a payout that have an instant. */
export type TimelineFacts = {
  createdAt: Date
  reservedAt: Date | null
  nonce: number | null
  confirmedAt: Date | null
  failedAt: Date | null
  block: number | null
  fee: bigint | null
  txHash: string | null
  /** Oldest first. */
  attempts: readonly {
    attempt: number
    gas: bigint
    maxFee: bigint
    txHash: string | null
    createdAt: Date
    signedAt: Date | null
  }[]
}

export type TimelineStep = {
  kind: 'REQUESTED' | 'RESERVED' | 'SIGNED' | 'SENT' | 'REPLACED' | 'CONFIRMED' | 'FAILED'
  at: Date
  nonce?: number
  /** The highest fee that the signature allows, and the paid fee of a final transaction. */
  maxFee?: bigint
  fee?: bigint
  /** The percentage by which a replacement raised the highest fee, rounded. */
  raisedPercent?: number
  txHash?: string
  block?: number
}

/** Returns the way of a payout, oldest first. Every transaction that was replaced stays in it. */
export function timelineOf(facts: TimelineFacts): TimelineStep[] {
  const steps: TimelineStep[] = [{ kind: 'REQUESTED', at: facts.createdAt }]
  if (facts.reservedAt && facts.nonce !== null) {
    steps.push({ kind: 'RESERVED', at: facts.reservedAt, nonce: facts.nonce })
  }
  let before: bigint | undefined
  for (const { gas, maxFee: perGas, txHash, createdAt, signedAt } of facts.attempts) {
    const maxFee = gas * perGas
    // Nothing was signed yet. Rows from before the column have a hash alone.
    if (txHash === null) continue
    const at = signedAt ?? createdAt
    if (before === undefined) {
      steps.push({ kind: 'SIGNED', at, maxFee }, { kind: 'SENT', at, txHash })
    } else {
      steps.push({ kind: 'REPLACED', at, maxFee, txHash, raisedPercent: raise(before, maxFee) })
    }
    before = maxFee
  }
  const mined = {
    ...(facts.fee !== null && { fee: facts.fee }),
    ...(facts.block !== null && { block: facts.block }),
  }
  if (facts.confirmedAt) {
    const txHash = facts.txHash === null ? {} : { txHash: facts.txHash }
    steps.push({ kind: 'CONFIRMED', at: facts.confirmedAt, ...txHash, ...mined })
  }
  if (facts.failedAt) steps.push({ kind: 'FAILED', at: facts.failedAt, ...mined })
  return steps
}

function raise(before: bigint, after: bigint): number {
  return before === 0n ? 0 : Math.round(Number(((after - before) * 1000n) / before) / 10)
}
