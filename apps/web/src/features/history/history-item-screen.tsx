import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatChange } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute, formatProgrammeMinute } from '#/lib/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Tile } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { historyItemQuery } from './api.ts'
import type { HistoryDetail } from './api.ts'
import { EntryChange } from './entry-change.tsx'
import { EntryIcon } from './entry-icon.tsx'
import styles from './history-item-screen.module.css'
import { HistorySkeleton } from './history-list.tsx'

type HistoryItemScreenProps = {
  seasonId: number
  historyId: number
  /** Checks the draw of a spin and shows its values. */
  spinProof: (spin: NonNullable<HistoryDetail['spin']>, xp: number) => ReactNode
}

export function HistoryItemScreen({ seasonId, historyId, spinProof }: HistoryItemScreenProps) {
  const { t } = useTranslation('history')
  const back = useBack()
  const query = useQuery(historyItemQuery(seasonId, historyId))
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('item.title')} />}
      dock={query.data?.refundable && <RefundLink entry={query.data} />}
    >
      <Loaded query={query} skeleton={<HistorySkeleton />} failed={t('itemFailed')}>
        {(entry) => <Item entry={entry} proof={entry.spin && spinProof(entry.spin, entry.xp)} />}
      </Loaded>
    </Screen>
  )
}

function RefundLink({ entry: { seasonId, historyId } }: { entry: HistoryDetail }) {
  const { t } = useTranslation('history')
  return (
    <Link
      to="/rewards/dashboard/$seasonId/history/$historyId/refund-request"
      params={{ seasonId, historyId }}
      className={buttonClass('quiet')}
    >
      {t('item.refund')}
    </Link>
  )
}

function Item({ entry, proof }: { entry: HistoryDetail; proof: ReactNode }) {
  const { t } = useTranslation('history')
  const { spin, breakdown, refund } = entry
  return (
    <div className={styles.item}>
      <div className={styles.hero}>
        <Tile>
          <EntryIcon kind={entry.kind} />
        </Tile>
        <p className={text.title}>{entry.title}</p>
        <div className={classNames(text.headline, styles.change)}>
          <EntryChange entry={entry} />
        </div>
      </div>
      {breakdown && <Breakdown breakdown={breakdown} xp={entry.xp} />}
      {proof}
      <Facts
        facts={[
          [t('item.kind'), t(`kind.${entry.kind}`)],
          spin && [t('item.cost'), t(spin.usedTicket ? 'item.usedTicket' : 'item.freeSpin')],
          [t('item.status'), t(`status.${entry.status}`)],
          [t('item.time'), formatOwnMinute(entry.createdAt)],
          [t('item.programmeTime'), formatProgrammeMinute(entry.createdAt)],
          entry.txHash !== null && [t('item.tx'), entry.txHash],
          [t('item.number'), String(entry.historyId)],
        ]}
      />
      {refund && (
        <Facts
          facts={[
            [t('item.refundType'), t(`item.types.${refund.type}`)],
            [t('item.status'), t(`status.${refund.status}`)],
            refund.reason !== null && [t('item.refundReason'), refund.reason],
            [t('item.requestedAt'), formatOwnMinute(refund.requestedAt)],
            refund.decidedAt !== null && [t('item.decidedAt'), formatOwnMinute(refund.decidedAt)],
          ]}
        />
      )}
    </div>
  )
}

type Fact = readonly [name: string, value: string]

function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  return (
    <Card look="flush">
      <dl className={styles.facts}>
        {facts
          .filter((fact) => fact !== false && fact !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt className={text.soft}>{name}</dt>
              <dd className={classNames(text.strong, text.number)}>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

/** Base and bonuses; only parts that gave something. */
function Breakdown({
  breakdown,
  xp,
}: {
  breakdown: NonNullable<HistoryDetail['breakdown']>
  xp: number
}) {
  const { t } = useTranslation('history')
  const parts: (readonly [string, number])[] = [
    [t('item.base'), breakdown.baseXp],
    [t('item.fifth'), breakdown.fifthBonusXp],
    [t('item.level'), breakdown.levelBonusXp],
    [t('item.tier'), breakdown.tierBonusXp],
  ]
  const given = parts.filter(([, part]) => part > 0)
  return (
    <Card look="flush">
      <h2 className={text.unseen}>{t('item.breakdown')}</h2>
      <dl className={styles.facts}>
        {given.map(([name, part]) => (
          <div key={name}>
            <dt className={text.soft}>{name}</dt>
            <dd className={text.number}>{t('xp', { xp: formatChange(part) })}</dd>
          </div>
        ))}
        <div>
          <dt className={text.strong}>{t('item.sum')}</dt>
          <dd className={classNames(text.strong, text.number)}>
            {t('xp', { xp: formatChange(xp) })}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
