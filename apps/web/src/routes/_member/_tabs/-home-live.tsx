import { useQuery } from '@tanstack/react-query'
import { Today, TodayFailed, TodayWaiting } from '#/features/mission/today.tsx'
import { publicSeasonsQuery } from '#/features/season/api.ts'
import { chooseSeason } from '#/features/season/choose-season.ts'
import { Skeleton } from '#/ui/skeleton.tsx'

export { Help } from '#/features/home/help.tsx'
export { TodayDate } from '#/features/mission/today.tsx'
export { CreditBalance } from '#/features/shop/credit-balance.tsx'
export { LiveSeasons } from '#/features/season/live-seasons.tsx'

/** Shows today's actions of the current season. */
export function HomeToday() {
  const query = useQuery(publicSeasonsQuery())
  if (!query.data) {
    return query.error || query.fetchStatus === 'paused' ? (
      <TodayFailed queries={[query]} />
    ) : (
      <Skeleton isCard width="100%" height="170px" />
    )
  }
  const season = chooseSeason(query.data, undefined)
  return season?.status === 'ONGOING' ? <Today seasonId={season.seasonId} /> : <TodayWaiting />
}
