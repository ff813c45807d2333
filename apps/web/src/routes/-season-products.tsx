import { ShopShelf } from '#/features/shop/shop-shelf.tsx'
import { useSeasonState } from './-season-state.ts'

/** Connects the shop shelf to the state of its season. */
export function SeasonProducts({ seasonId }: { seasonId: number }) {
  return <ShopShelf seasonId={seasonId} season={useSeasonState(seasonId)} />
}
