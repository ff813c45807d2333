import { leagueEndpoints } from '@solstice/contract/league.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'

export type Mine = CallData<'league.mine'>
export type League = NonNullable<Mine['league']>
export type LeagueRow = League['list'][number]
export type Rung = League['rung']

/** A draw takes some minutes. */
const DRAWING_POLL_MS = 5000

/** A league that is drawn between two reads has a state but no members yet. */
export const isDrawing = ({ state, league }: Pick<Mine, 'state' | 'league'>): boolean =>
  state === 'DRAWING' || (state === 'PLAYING' && league === null)

export const leagueQuery = (seasonId: number) =>
  queryOptions({
    queryKey: programmeKey('league', seasonId),
    queryFn: ({ signal }) =>
      call(leagueEndpoints['league.mine'], { params: { seasonId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isDrawing(state.data) ? DRAWING_POLL_MS : false),
  })

export function takePart(takesPart: boolean) {
  return call(leagueEndpoints['league.takePart'], { body: { takesPart } })
}
