import { useQuery } from '@tanstack/react-query'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { History } from '#/shell/history/history.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { treasuryQuery } from '#/shell/freeze/treasury-query.ts'
import type { Treasury } from '#/shell/freeze/treasury-query.ts'
import { Caps } from './caps.tsx'
import { FreezeButton } from '#/shell/freeze/freeze-button.tsx'
import { useFrozenText } from './frozen-text.ts'
import { ForecastPanel } from './forecast-panel.tsx'
import { LaneCard } from './lane-card.tsx'
import { RelayPanel } from './relay-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import styles from './treasury-screen.module.css'
import { UnfreezeButton } from './unfreeze-button.tsx'

/**
 * Shows the accounts that pay members, and stops them. The button to stop is part of the head, so
 * it is there while the balances load, and if they cannot be read.
 */
export function TreasuryScreen() {
  const { t } = useTranslation('treasury')
  const may = useMay()
  const query = useQuery(treasuryQuery)
  const treasury = query.data
  const isStopped = treasury?.stoppedAt != null
  return (
    <Page
      title={t('title')}
      isHeadSticky
      beside={
        treasury && (
          <>
            {isStopped ? (
              <Badge tone="bad" icon="freeze">
                {t('frozen')}
              </Badge>
            ) : (
              <Badge tone="ok" icon="play">
                {t('paying')}
              </Badge>
            )}
            <span className={classNames(text.small, text.soft)}>
              {t('balancesAt', { time: formatMinute(asOf(query.dataUpdatedAt)) })}
            </span>
          </>
        )
      }
      aside={!isStopped && <FreezeButton />}
    >
      <Loaded query={query} endpoint={payoutEndpoints['payout.treasury']} failed={t('failed')}>
        {(shown) => (
          <>
            <Stopped treasury={shown} />
            {shown.lanes.length === 0 ? (
              <Panel isFlush>
                <Empty message={t('noLanes')} />
              </Panel>
            ) : (
              <ul className={styles.lanes}>
                {shown.lanes.map((lane) => (
                  <li key={lane.chainId}>
                    <LaneCard lane={lane} isStopped={isStopped} />
                  </li>
                ))}
              </ul>
            )}
            {shown.lanes
              .filter(({ frozenAt }) => frozenAt !== null)
              .map((lane) => (
                <div key={lane.chainId} id={`recovery-${lane.chainId}`}>
                  <RecoveryPanel lane={lane} />
                </div>
              ))}
            {may('payout.forecast') && shown.lanes.length > 0 && <ForecastPanel />}
            {may('relay.budgets') && shown.lanes.length > 0 && <RelayPanel />}
            <Columns
              main={<Caps caps={shown.caps} />}
              beside={
                <History
                  subjects={[
                    ['treasury', t('allChains')],
                    ...shown.lanes.map(
                      ({ chainId, networkName }) => [`treasury:${chainId}`, networkName] as const,
                    ),
                    ...shown.caps.map(
                      ({ symbol }) => [`token:${symbol}`, t('capsOf', { symbol })] as const,
                    ),
                  ]}
                />
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Converts the device's time, which a query notes, to that of the server. */
const asOf = (deviceMs: number) => deviceMs + serverNow() - Date.now()

function Stopped({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('treasury')
  const frozenText = useFrozenText()
  const { stoppedAt, stoppedFor, lanes } = treasury
  if (stoppedAt === null) return null
  const waiting = lanes.reduce((all, lane) => all + lane.waiting, 0)
  return (
    <Note tone="bad" icon="freeze" isLive>
      <div className={styles.stopped}>
        <p>
          <b>{t('stoppedSince', { time: formatMinute(stoppedAt) })}</b>{' '}
          {t('stoppedWhy', { why: frozenText(stoppedFor ?? '') })} {t('stoppedNote')}
        </p>
        <UnfreezeButton since={stoppedAt} why={stoppedFor ?? ''} waiting={waiting} />
      </div>
    </Note>
  )
}
