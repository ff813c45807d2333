import type { AudienceQuery } from '#/features/notice/api.ts'

/** The facts about members, in the order in which an audience is read. */
export const FACTS = [
  'seasonId',
  'tierId',
  'language',
  'wallet',
  'joinedFrom',
  'joinedBefore',
  'lastCheckInBefore',
  'bought',
] as const
export type Fact = (typeof FACTS)[number]

/** The facts of members who are included or left out. */
export type Facts = {
  seasonId?: number | undefined
  tierId?: number | undefined
  language?: 'en' | 'ko' | undefined
  wallet?: 'yes' | 'no' | undefined
  joinedFrom?: string | undefined
  joinedBefore?: string | undefined
  lastCheckInBefore?: string | undefined
  bought?: 'yes' | 'no' | undefined
}

export type Audience = { audience: Facts; exclude: Facts }

export const EVERYBODY: Audience = { audience: {}, exclude: {} }

/** One sentence of an audience. */
export type Line = { fact: Fact; isExcluded: boolean }

/** Returns the sentences in the order in which the server counts them. */
export function linesOf({ audience, exclude }: Audience): Line[] {
  const given = (facts: Facts) => FACTS.filter((fact) => facts[fact] !== undefined)
  return [
    ...given(audience).map((fact) => ({ fact, isExcluded: false })),
    ...given(exclude).map((fact) => ({ fact, isExcluded: true })),
  ]
}

/** Returns the audience with another value of one sentence, or without the sentence. */
export function withLine<Name extends Fact>(
  { audience, exclude }: Audience,
  { isExcluded }: Pick<Line, 'isExcluded'>,
  fact: Name,
  value: Facts[Name],
): Audience {
  const change = (facts: Facts): Facts => {
    const changed = { ...facts, [fact]: value }
    if (value === undefined) delete changed[fact]
    return changed
  }
  return isExcluded
    ? { audience, exclude: change(exclude) }
    : { audience: change(audience), exclude }
}

const NOT = {
  seasonId: 'notSeasonId',
  tierId: 'notTierId',
  language: 'notLanguage',
  wallet: 'notWallet',
  joinedFrom: 'notJoinedFrom',
  joinedBefore: 'notJoinedBefore',
  lastCheckInBefore: 'notLastCheckInBefore',
  bought: 'notBought',
} as const

/** Returns the audience in the terms of the calls that count it. */
export function toAudienceQuery({ audience, exclude }: Audience): AudienceQuery {
  const left = Object.entries(exclude).map(([fact, value]) => [NOT[fact as Fact], value] as const) // Facts have no other keys.
  return { ...audience, ...Object.fromEntries(left) }
}
