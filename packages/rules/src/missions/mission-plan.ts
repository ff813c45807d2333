import type { PlannedAction } from '#/signing/contract-action.ts'

/** Contains the text in every language of the product. */
export type Texts = { en: string; ko: string }

export type PlannedProof =
  | { kind: 'LINK' }
  | { kind: 'CODE'; code: string }
  | {
      kind: 'ONCHAIN'
      chainId: number
      requirement: Texts
      check:
        | { kind: 'HOLDS'; contract: string | null; minUnits: string }
        | {
            kind: 'CALLED'
            contract: string
            selector: string
            /** The call that the app offers to make; without it, members make it elsewhere. */
            action?: PlannedAction | undefined
          }
    }

/** The app that offers a mission. The mark is its square image. */
export type PlannedPartner = { name: Texts; markUrl: string | null }

export type MissionRepeat = 'DAILY' | 'ONCE' | 'UNLIMITED'

/** The content of a planned mission besides its type. */
export type MissionPlan = {
  missionId: number
  category: 'earn' | 'purchase' | 'starlight'
  title: Texts
  description: Texts
  imageUrl: string | null
  linkUrl: string | null
  rewardXp: number | null
  repeat: MissionRepeat
  proof: PlannedProof | null
  /** Set for PARTNER missions only; null if the season names no partner. */
  partner: PlannedPartner | null
  /** The number of completions by all members together; null if unlimited. */
  maxCompletions: number | null
  /** The terms of the mission type, as defined by its schema in the contract. */
  terms: Readonly<Record<string, unknown>> | null
  /** False while the mission is switched off: members cannot do it and the plan expects no cost. */
  enabled: boolean
}
