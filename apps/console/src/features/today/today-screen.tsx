import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { operatorSystemEndpoints } from '@solstice/contract/operator-system.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { FreezeButton } from '#/shell/freeze/freeze-button.tsx'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay, useMe } from '#/lib/me.ts'
import { formatLongDay } from '#/lib/times.ts'
import { approvalTitle } from '#/shell/approval-title.ts'
import { Instant } from '#/shell/instant.tsx'
import { queueQuery } from '#/shell/holds/hold-queries.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { todayQuery } from '#/shell/today-query.ts'
import { Badge } from '#/ui/badge.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Panel } from '#/ui/panel.tsx'
import { buttonClass } from '#/ui/button.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { AlarmList } from './alarm-list.tsx'
import styles from './today-screen.module.css'

type Today = CallData<'operator.today'>

const HOUR_MS = 3_600_000

/** Shows what needs a person now: alarms, approvals, refunds, payouts, and the running season. */
export function TodayScreen() {
  const { t } = useTranslation('today')
  const now = useNow()
  const query = useQuery(todayQuery)
  const season = query.data?.season
  return (
    <Page
      title={formatLongDay(now)}
      beside={season && <span className={text.soft}>{seasonLine(season, t)}</span>}
      aside={isStopped(query.data) ? <Stopped /> : <FreezeButton />}
    >
      <Loaded
        query={query}
        endpoint={operatorSystemEndpoints['operator.today']}
        failed={t('failed')}
      >
        {(today) => (
          <>
            <Tiles today={today} />
            <Columns
              main={
                <>
                  <Panel
                    title={t('alarms')}
                    isFlush
                    more={
                      <Link to="/alarms" className={classNames(text.link, text.small)}>
                        {t('allAlarms')}
                      </Link>
                    }
                  >
                    <AlarmList alarms={today.alarms} />
                  </Panel>
                  {today.season && <Season season={today.season} />}
                </>
              }
              beside={
                <>
                  <Waiting />
                  <Next next={today.next} />
                </>
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const isStopped = (today: Today | undefined) =>
  today?.alarms.some(({ kind }) => kind === 'TREASURY_STOPPED') ?? false

function Stopped() {
  const { t } = useTranslation('today')
  const may = useMay()
  const content = (
    <Badge tone="bad" icon="freeze">
      {t('payoutsFrozen')}
    </Badge>
  )
  return may('payout.treasury') ? <Link to="/money/treasury">{content}</Link> : content
}

type T = ReturnType<typeof useTranslation<'today'>>['t']
type RunningSeason = NonNullable<Today['season']>

function seasonLine({ title, day, days, round }: RunningSeason, t: T): string {
  const name = title[currentLanguage()]
  return round === null
    ? t('seasonDay', { name, day, days })
    : t('seasonRound', { name, day, days, round })
}

function Tiles({ today }: { today: Today }) {
  const { t } = useTranslation('today')
  const { approvalsWaiting } = useMe()
  const may = useMay()
  const now = useNow()
  const spanText = useSpanText()
  const { alarms, refunds, payouts } = today
  const critical = alarms.filter(({ severity }) => severity === 'CRITICAL').length
  const age = (at: string | null) => (at === null ? 0 : now - Date.parse(at))
  const held = (
    <Tile icon="money" label={t('payoutTile')} figure={payouts.held}>
      <Oldest at={payouts.oldestAt} isLate={age(payouts.oldestAt) > 24 * HOUR_MS}>
        {t('oldest', { age: spanText(age(payouts.oldestAt)) })}
      </Oldest>
    </Tile>
  )
  return (
    <section className={styles.tiles} aria-label={t('overview')}>
      <Link to="/alarms">
        <Tile icon="bell" label={t('alarmTile')} figure={alarms.length} isAlarm={critical > 0}>
          <span className={critical > 0 ? text.bad : undefined}>
            {critical > 0 ? t('critical', { count: critical }) : t('noneCritical')}
          </span>
        </Tile>
      </Link>
      <Link to="/approvals">
        <Tile icon="stamp" label={t('approvalTile')} figure={approvalsWaiting}>
          {approvalsWaiting > 0 ? t('approvalNote') : t('noApproval')}
        </Tile>
      </Link>
      <RefundTile>
        <Tile icon="refund" label={t('refundTile')} figure={refunds.waiting}>
          <Oldest at={refunds.oldestAt} isLate={age(refunds.oldestAt) > 24 * HOUR_MS}>
            {t('oldest', { age: spanText(age(refunds.oldestAt)) })}
          </Oldest>
        </Tile>
      </RefundTile>
      <AppealTile />
      {may('payout.list') ? (
        <Link to="/money/payouts" search={{ heldFor: 'ANY' }}>
          {held}
        </Link>
      ) : (
        held
      )}
    </section>
  )
}

/** Opens the queue, if the role may see it. */
function RefundTile({ children }: { children: ReactNode }) {
  const may = useMay()
  return may('refund.queue') ? <Link to="/refunds">{children}</Link> : children
}

/** Counts the members who wait for an answer to their appeal, for roles that may read holds. */
function AppealTile() {
  const { t } = useTranslation('today')
  const may = useMay()
  const mayRead = may('hold.queue')
  const { data } = useQuery({ ...queueQuery({ filter: 'appealed', size: 1 }), enabled: mayRead })
  if (!mayRead || !data) return null
  const { appealed, waiting } = data.counts
  return (
    <Link to="/holds" search={{ filter: 'appealed' }}>
      <Tile icon="shield" label={t('appealTile')} figure={appealed}>
        {waiting === 0 ? t('none') : t('holdsUndecided', { count: waiting })}
      </Tile>
    </Link>
  )
}

type TileProps = {
  icon: IconName
  label: string
  figure: number
  isAlarm?: boolean
  children: ReactNode
}

function Tile({ icon, label, figure, isAlarm = false, children }: TileProps) {
  return (
    <div className={styles.tile} data-alarm={isAlarm}>
      <span className={styles.label}>
        <Icon name={icon} />
        {label}
      </span>
      <span className={styles.figure}>{formatNumber(figure)}</span>
      <span className={classNames(text.small, text.soft)}>{children}</span>
    </div>
  )
}

function Oldest({
  at,
  isLate,
  children,
}: {
  at: string | null
  isLate: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('today')
  if (at === null) return t('none')
  return <span className={isLate ? text.warn : undefined}>{children}</span>
}

function Season({ season }: { season: RunningSeason }) {
  const { t } = useTranslation('today')
  const percent = Math.round((100 * season.day) / season.days)
  return (
    <Panel title={t('season')}>
      <p>{seasonLine(season, t)}</p>
      <div className={styles.progress} aria-hidden="true">
        <i className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <p className={classNames(text.small, text.faint)}>
        {t('seasonEnds')} <Instant at={season.endsAt} />
      </p>
    </Panel>
  )
}

function Waiting() {
  const { t } = useTranslation('today')
  const now = useNow()
  const spanText = useSpanText()
  const query = useQuery({
    queryKey: ['approvals', { filter: 'waiting', size: 5 }],
    queryFn: ({ signal }) =>
      call(
        approvalEndpoints['approval.list'],
        { query: { filter: 'waiting', size: 5 } },
        { signal },
      ),
  })
  return (
    <Panel
      title={t('waiting')}
      isFlush
      more={
        <Link to="/approvals" className={classNames(text.link, text.small)}>
          {t('allApprovals')}
        </Link>
      }
    >
      <Loaded
        query={query}
        endpoint={approvalEndpoints['approval.list']}
        failed={t('waitingFailed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('noApproval')} />
          ) : (
            <ul className={rows.rows}>
              {list.map((approval) => (
                <li key={approval.approvalId}>
                  <span className={rows.grow}>
                    <b>{approvalTitle(approval)}</b>
                    <br />
                    <span className={classNames(text.small, text.soft)}>
                      {t('askedBy', {
                        name: approval.requestedBy.name,
                        left: spanText(Date.parse(approval.expiresAt) - now),
                      })}
                    </span>
                  </span>
                  <Link
                    to="/approvals/$approvalId"
                    params={{ approvalId: String(approval.approvalId) }}
                    className={buttonClass('normal', 'small')}
                  >
                    {t('review')}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Next({ next }: { next: Today['next'] }) {
  const { t } = useTranslation('today')
  return (
    <Panel title={t('next')} isFlush>
      {next === null ? (
        <Empty message={t('nothingNext')} />
      ) : (
        <ul className={rows.rows}>
          <li>
            <Icon name="calendar" />
            <span className={rows.grow}>
              <b>{t(`nextKinds.${next.kind}`)}</b>
              {next.title && (
                <>
                  <br />
                  <span className={text.soft}>{next.title[currentLanguage()]}</span>
                </>
              )}
              <br />
              <span className={classNames(text.small, text.faint)}>
                <Instant at={next.at} />
              </span>
            </span>
          </li>
        </ul>
      )}
    </Panel>
  )
}
