/** In every language of the product. */
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
        | { kind: 'CALLED'; contract: string; selector: string }
    }

/** Who offers a mission. The mark is a square picture of the app. */
export type PlannedPartner = { name: Texts; markUrl: string | null }

export type MissionRepeat = 'DAILY' | 'ONCE' | 'UNLIMITED'

/** Everything that a plan says about a mission besides its type. */
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
  /** Only of PARTNER missions; null where the season names nobody. */
  partner: PlannedPartner | null
  /** How often it can be completed by all members together; null is without end. */
  maxCompletions: number | null
  /** The terms of its type, in the shape of that type's schema in the contract. */
  terms: Readonly<Record<string, unknown>> | null
}
