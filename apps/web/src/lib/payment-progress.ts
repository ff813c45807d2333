/** The state of the transaction that pays an order, as this device sees it. */
export type PaymentProgress = {
  hash: string
  network: string
  kind:
    | 'unsure'
    | 'waiting'
    | 'confirming'
    | 'done'
    /** The transaction is in a block and failed; the block could still be reorganised. */
    | 'failing'
    | 'failed'
    /** The member's own cancellation has replaced it and is final. */
    | 'cancelled'
    | 'replaced'
  confirmations: number
  needed: number
  /** A reorganisation removed its block, so it is pending again. */
  wasReorged: boolean
}
