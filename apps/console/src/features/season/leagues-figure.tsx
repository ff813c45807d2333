import { leagueEndpoints } from '@solstice/contract/league.endpoints'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import { leaguesQuery } from './api.ts'
import type { Statistics } from './period.ts'

/** Shows the leagues of the newest drawn week by rung, and how many members played in each week. */
export function LeaguesFigure({ season: { seasonId } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(leaguesQuery(seasonId))
  return (
    <Loaded query={query} endpoint={leagueEndpoints['league.season']} failed={t('leagues.failed')}>
      {({ weeks }) => {
        const newest = weeks.findLast(({ leagues }) => leagues > 0)
        const turned = weeks.findLast(({ closedAt }) => closedAt !== null)
        return (
          <PlotFrame
            title={t('leagues.title')}
            file={`season-${seasonId}-leagues`}
            values={{
              columns: [
                t('leagues.week'),
                t('leagues.step'),
                t('members'),
                t('leagues.leagues'),
                t('leagues.active'),
                t('leagues.optedOut'),
                t('leagues.apart'),
                t('leagues.promoted'),
                t('leagues.relegated'),
              ],
              rows: weeks.map((week) => [
                week.week,
                t(`leagues.steps.${week.step}`),
                week.members,
                week.leagues,
                week.active ?? '–',
                week.optedOut,
                week.apart,
                week.promoted,
                week.relegated,
              ]),
            }}
          >
            <p className={`${text.small} ${text.soft}`}>
              {newest
                ? t('leagues.newest', {
                    week: newest.week,
                    members: formatNumber(newest.members),
                    leagues: formatNumber(newest.leagues),
                    optedOut: formatNumber(newest.optedOut),
                    apart: formatNumber(newest.apart),
                  })
                : t('leagues.none')}
            </p>
            {turned?.closedAt && (
              <p className={`${text.small} ${text.soft}`}>
                {t('leagues.turned', {
                  week: turned.week,
                  time: formatProgrammeMinute(turned.closedAt),
                  active: formatPercent(shareOf(turned.active ?? 0, turned.members)),
                })}
              </p>
            )}
            <BarList
              tone="amber"
              bars={(newest?.rungs ?? []).map(({ rung, members, leagues, smallest }) => ({
                label: t(`leagues.rungs.${rung}`),
                value: members,
                text: formatNumber(members),
                more: t('leagues.ofRung', {
                  leagues: formatNumber(leagues),
                  smallest: formatNumber(smallest),
                }),
              }))}
            />
          </PlotFrame>
        )
      }}
    </Loaded>
  )
}

const shareOf = (part: number, all: number): number =>
  all === 0 ? 0 : Math.round((100 * part) / all)
