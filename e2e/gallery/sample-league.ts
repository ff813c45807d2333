import type { Page } from '@playwright/test'
import type { CallData } from '@solstice/contract/wire'
import { sampleLeague } from '../../apps/web/src/features/league/sample-league.ts'
import { requestsOf } from '../support/api.ts'

type Mine = CallData<'league.mine'>

const at = { now: Date.parse('2027-06-24T03:00:00.000Z'), days: 2 }
const mine = sampleLeague({ userId: 6, nickname: 'MinaHarbor' }, at)
const { league } = mine

const last = {
  week: 1,
  rung: 'SUNRISE',
  toRung: 'MORNING',
  isApart: false,
  place: 3,
  members: 30,
  outcome: 'PROMOTED',
  xp: 940,
} as const

/** Leagues that the demo member does not play in: of another rung, of held members, and none. */
const LEAGUES: readonly { name: string; reply: Mine }[] = [
  {
    name: 'league-other-rung',
    reply: { ...mine, last, league: { ...league, ownRung: 'MORNING', rungAbove: 'HIGH_NOON' } },
  },
  {
    name: 'league-held',
    reply: {
      ...mine,
      league: {
        ...league,
        isApart: true,
        promotes: 0,
        relegates: 0,
        rungAbove: null,
        rungBelow: null,
        list: league.list.map((row) =>
          row.place === league.me.place ? row : { ...row, userId: null, nickname: null },
        ),
      },
    },
  },
  {
    name: 'league-left',
    reply: { ...mine, state: 'OPTED_OUT', takesPart: false, league: null },
  },
  { name: 'league-ranked', reply: { ...mine, state: 'RANKED', league: null } },
  { name: 'league-next-week', reply: { ...mine, state: 'NEXT_WEEK', league: null, last } },
]

/** Shows each of these leagues on the screen of a season. */
export async function withLeagues(
  page: Page,
  show: (name: string) => Promise<void>,
): Promise<void> {
  for (const { name, reply } of LEAGUES) {
    const answer = { json: { code: 0, success: true, msg: '', data: reply } }
    await page.route(requestsOf('league.mine'), (route) => route.fulfill(answer))
    await show(name)
    await page.unroute(requestsOf('league.mine'))
  }
}
