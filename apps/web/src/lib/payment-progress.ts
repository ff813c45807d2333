/** Where the transaction that pays an order stands, as this device sees it. */
export type PaymentProgress = {
  hash: string
  network: string
  kind:
    | 'unsure'
    | 'waiting'
    | 'confirming'
    | 'done'
    /** In a block, in vain; the block could still be taken back. */
    | 'failing'
    | 'failed'
    /** The member's own cancellation took its place for good. */
    | 'cancelled'
    | 'replaced'
  confirmations: number
  needed: number
  /** A block that held it is gone: it waits again. */
  wasTakenBack: boolean
}
