import { ShopShelf } from '#/features/shop/shop-shelf.tsx'
import { useSeasonState } from './-season-state.ts'

/** Where the shop meets the numbers of its season. */
export function SeasonShelf({ seasonId }: { seasonId: number }) {
  return <ShopShelf seasonId={seasonId} season={useSeasonState(seasonId)} />
}
