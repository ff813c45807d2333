import code from '#/art/mission-code.svg'
import hold from '#/art/mission-hold.svg'
import onChainDone from '#/art/mission-onchain-done.svg'
import onChain from '#/art/mission-onchain.svg'
import partner from '#/art/mission-partner.svg'
import read from '#/art/mission-read.svg'
import type { ProofMission } from '#/features/mission/api.ts'

/** Returns the picture from the season's plan, or the default for its kind. */
export function artOf({ imageUrl, type, proof, completed }: ProofMission): string {
  if (imageUrl !== null) return imageUrl
  switch (proof.kind) {
    case 'LINK':
      return type === 'PARTNER' ? partner : read
    case 'CODE':
      return code
    case 'ONCHAIN':
      if (proof.check === 'HOLDS') return hold
      return completed ? onChainDone : onChain
  }
}
