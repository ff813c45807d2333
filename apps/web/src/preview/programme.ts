import type { Language } from '@solstice/contract/messages'
import type { PreviewToken } from '@solstice/contract/season-preview'
import type { Texts } from '@solstice/rules/missions/mission-plan'
import { tokenUnits } from '@solstice/rules/round'
import type { SeasonPlan } from '@solstice/rules/season-plan'

export type Round = { roundId: number; number: number; startAt: Date; endAt: Date; pool: bigint }

/** A plan as the server's services would read it after the season was published. */
export type Programme = Omit<
  SeasonPlan,
  'startAt' | 'endAt' | 'rounds' | 'tiers' | 'banners' | 'products' | 'budget'
> & {
  seasonId: number
  startAt: Date
  endAt: Date
  rounds: readonly Round[]
  tiers: readonly (SeasonPlan['tiers'][number] & { tierId: number })[]
  banners: readonly (SeasonPlan['banners'][number] & { bannerId: number })[]
  products: readonly (SeasonPlan['products'][number] & { productId: number })[]
  tokens: readonly PreviewToken[]
}

/** Stored pictures have the same path on every host; those of the app belong to its build. */
const STORED_PICTURE = /^\/media\//

export function programmeOf(
  seasonId: number,
  plan: SeasonPlan,
  { tokens, base }: { tokens: readonly PreviewToken[]; base: string },
): Programme {
  const picture = <Url extends string | null>(url: Url): Url =>
    // A path with another start is as much a path as before.
    (url === null || STORED_PICTURE.test(url) ? url : base + url.slice(1)) as Url
  return {
    ...plan,
    seasonId,
    imageUrl: picture(plan.imageUrl),
    startAt: new Date(plan.startAt),
    endAt: new Date(plan.endAt),
    rounds: plan.rounds.map((round, at) => ({
      roundId: at + 1,
      number: at + 1,
      startAt: new Date(round.startAt),
      endAt: new Date(round.endAt),
      pool: tokenUnits(round.pool, plan.reward.decimals) ?? 0n,
    })),
    tiers: plan.tiers.map((tier, at) => ({ ...tier, tierId: at + 1 })),
    missions: plan.missions.map((mission) => ({
      ...mission,
      imageUrl: picture(mission.imageUrl),
      partner: mission.partner && {
        ...mission.partner,
        markUrl: picture(mission.partner.markUrl),
      },
    })),
    banners: plan.banners.map((banner, at) => ({
      ...banner,
      imageUrl: picture(banner.imageUrl),
      bannerId: at + 1,
    })),
    products: plan.products
      .map((product, at) => ({
        ...product,
        imageUrl: picture(product.imageUrl),
        productId: at + 1,
      }))
      .toSorted((one, other) => one.position - other.position),
    tokens,
  }
}

export function inLanguage(texts: Texts, language: Language): string {
  return texts[language]
}
