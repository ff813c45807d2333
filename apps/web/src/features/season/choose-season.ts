import type { SeasonSummary } from './api.ts'

type Choosable = Pick<SeasonSummary, 'seasonId' | 'status' | 'startAt'>

/**
 * Returns the requested season, otherwise the last chosen one while it is running, otherwise the
 * running one, otherwise the next one.
 */
export function chooseSeason<Season extends Choosable>(
  seasons: readonly Season[],
  requestedId: number | undefined,
  lastChosen?: unknown,
): Season | undefined {
  return (
    seasons.find(({ seasonId }) => seasonId === requestedId) ??
    seasons.find(({ seasonId, status }) => seasonId === lastChosen && status === 'ONGOING') ??
    seasons.find(({ status }) => status === 'ONGOING') ??
    nextSeason(seasons)
  )
}

export function nextSeason<Season extends Choosable>(
  seasons: readonly Season[],
): Season | undefined {
  return seasons
    .filter(({ status }) => status === 'UPCOMING')
    .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt))[0]
}
