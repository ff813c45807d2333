import type { ShownAction } from '@solstice/rules/signing/contract-action'

/** The call of a mission, as the routes hand it to the wallet. */
export type ActionParts = {
  /** Identifies the call on this device, so that it is signed once and followed after a reload. */
  order: string
  title: string
  chainId: number
  action: ShownAction
  back: { label: string; onPress: () => void }
  /** The check of the mission is under way. */
  isClaiming: boolean
  /** Called when the transaction is final, and again when the member asks. */
  onFinal: () => void
}
