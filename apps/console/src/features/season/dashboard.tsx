import { formatChange, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { FunnelFigure } from './funnel-figure.tsx'
import { LeaguesFigure } from './leagues-figure.tsx'
import { MissionsFigure } from './missions-figure.tsx'
import { MoneyPlot } from './money-plot.tsx'
import { againstPlan, plannedUntil } from './period.ts'
import type { Period, Statistics } from './period.ts'
import { ParticipantsPlot, PushPlot, RefusalsFigure } from './people-plots.tsx'
import styles from './season-screen.module.css'
import { TiersFigure } from './tiers-figure.tsx'
import { WheelFigure } from './wheel-figure.tsx'
import { HeldPlot, TicketsPlot, XpPlot } from './xp-plots.tsx'

type DashboardProps = { season: Statistics; period: Period }

export function Dashboard({ season, period }: DashboardProps) {
  return (
    <>
      <Tiles season={season} />
      <div className={styles.grid}>
        <div className={styles.wide}>
          <XpPlot season={season} period={period} />
        </div>
        <ParticipantsPlot season={season} period={period} />
        <WheelFigure season={season} />
        <FunnelFigure season={season} />
        <TiersFigure season={season} />
        <LeaguesFigure season={season} />
        <MoneyPlot season={season} period={period} />
        <RefusalsFigure season={season} />
        <HeldPlot season={season} period={period} />
        <TicketsPlot season={season} period={period} />
        <PushPlot season={season} period={period} />
        <MissionsFigure season={season} />
      </div>
    </>
  )
}

function Tiles({ season }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const { totals, days, plan, symbol, pool, plannedMembers, wheel, today, totalDays, phase } =
    season
  // Rewards are paid after the end, so that the last row may be of a later day.
  const shownDay = today ?? (phase === 'UPCOMING' ? 1 : totalDays)
  const present = days.find(({ day }) => day === shownDay)
  const planned = plan.find(({ day }) => day === shownDay)
  const ofPlan = (actual: number, expected: number) => {
    const change = againstPlan(actual, expected)
    if (change === undefined) return t('noPlan')
    return t('againstPlan', { change: formatChange(Math.round(change * 10) / 10) })
  }
  const sums = (side: 'income' | 'returned') =>
    totals.payments.map((each) => tokens(each[side], each.symbol)).join(' + ') ||
    tokens('0', symbol)
  const share = againstPlan(totals.participants, plannedMembers)
  const tiles: [name: string, figure: string, note: string][] = [
    [
      t('xpCredited'),
      formatNumber(totals.xpMade),
      ofPlan(
        totals.xpMade,
        plannedUntil(season, ({ xp }) => xp),
      ),
    ],
    [
      t('participants'),
      formatNumber(totals.participants),
      t('ofMembers', {
        percent: share === undefined ? '–' : Math.round(100 + share),
        members: formatNumber(plannedMembers),
      }),
    ],
    [
      t(`came.${phase}`),
      phase === 'UPCOMING' ? '–' : formatNumber(present?.participants ?? 0),
      t('plannedToday', { count: formatNumber(planned?.participants ?? 0) }),
    ],
    [
      t('spinsUsed'),
      formatNumber(totals.spins),
      t('meanPrize', { xp: formatNumber(Math.round(wheel.mean * 100) / 100) }),
    ],
    [t('income'), sums('income'), t('refunded', { amount: sums('returned') })],
    [t('paid'), tokens(totals.paid, symbol), t('ofPool', { amount: formatNumber(Number(pool)) })],
    [t('owed'), tokens(totals.owed, symbol), t('owedNote')],
  ]
  return (
    <dl className={styles.tiles} aria-label={t('overview')}>
      {tiles.map(([name, figure, note]) => (
        <div key={name} className={styles.tile}>
          <dt>{name}</dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className={classNames(text.small, text.soft)}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function tokens(amount: string, symbol: string): string {
  return `${formatNumber(Number(amount))} ${symbol}`
}
