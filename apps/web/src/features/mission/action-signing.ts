import type { ReactNode } from 'react'
import type { ShownAction } from '@solstice/rules/signing/contract-action'

/** The call that a mission offers, as its screen hands it to the wallet. */
export type ActionParts = {
  seasonId: number
  missionId: number
  title: string
  chainId: number
  action: ShownAction
  onBack: () => void
  /** The check of the mission is under way. */
  isClaiming: boolean
  /** Called when the transaction is final, and again when the member asks. */
  onFinal: () => void
}

/** The wallet's part of a mission; the routes connect both. */
export type ActionSigning = {
  render: (parts: ActionParts) => ReactNode
  /** True if this device signed the call of the mission, which is followed then. */
  isUnderWay: (memberId: string, of: { seasonId: number; missionId: number }) => boolean
}
