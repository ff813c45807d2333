import { lazyPart } from '#/shell/lazy-part.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

/** Shows the season's products among the missions. */
export const ShopShelf = lazyPart<{ seasonId: number }>(
  async () => (await import('./-season-products.tsx')).SeasonProducts,
  { texts: ['shop'], meanwhile: <Skeleton isCard width="100%" height="232px" /> },
)
