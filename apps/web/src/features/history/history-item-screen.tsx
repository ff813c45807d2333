import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatAmount, formatChange } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute, formatProgrammeMinute } from '@solstice/ui/programme-time.ts'
import { SHOP_MISSION } from '#/lib/shop-mission.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Tile } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { historyItemQuery } from './api.ts'
import type { HistoryDetail } from './api.ts'
import { EntryChange } from './entry-change.tsx'
import { EntryIcon } from './entry-icon.tsx'
import styles from './history-item-screen.module.css'
import { HistorySkeleton } from './history-list.tsx'
import { RefundState, TransactionLink } from './refund-state.tsx'

type HistoryItemScreenProps = {
  seasonId: number
  historyId: number
  /** Checks the draw of a spin and shows its values. */
  spinProof: (spin: NonNullable<HistoryDetail['spin']>, xp: number) => ReactNode
  /** Explains why payouts are on hold, for a reward that is not paid yet. */
  holdNotice: ReactNode
}

export function HistoryItemScreen(props: HistoryItemScreenProps) {
  const { seasonId, historyId, spinProof, holdNotice } = props
  const { t } = useTranslation('history')
  const back = useBack()
  const query = useQuery(historyItemQuery(seasonId, historyId))
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('item.title')} />}
      dock={query.data && <Dock entry={query.data} />}
    >
      <Loaded query={query} skeleton={<HistorySkeleton />} failed={t('itemFailed')}>
        {(entry) => (
          <Item entry={entry} proof={entry.spin && spinProof(entry.spin, entry.xp)}>
            {entry.kind === 'ROUND_REWARD' && entry.status === 'PENDING' && holdNotice}
          </Item>
        )}
      </Loaded>
    </Screen>
  )
}

/** Offers to continue a pending order or to return a purchase. */
function Dock({ entry }: { entry: HistoryDetail }) {
  const { t } = useTranslation('history')
  const { seasonId, historyId, productId, payment, status, refundable, refundTypes } = entry
  const defaultRefundType = refundTypes.includes('CHANGE_OF_MIND') ? 'CHANGE_OF_MIND' : 'OTHER'
  const isOrder = status === 'PENDING' && payment !== null && productId !== null
  if (!isOrder && !refundable) return null
  return (
    <>
      {isOrder && (
        <Link
          to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/"
          params={{ seasonId, missionId: entry.missionId ?? SHOP_MISSION, productId }}
          search={{ order: historyId }}
          className={buttonClass('lit')}
        >
          {t('item.toOrder')}
        </Link>
      )}
      {refundable && (
        <Link
          to="/rewards/dashboard/$seasonId/history/$historyId/refund-request"
          params={{ seasonId, historyId }}
          // There is one kind of request; for a credited purchase it starts with the type that can
          // succeed.
          search={status === 'COMPLETED' ? { type: defaultRefundType } : {}}
          className={buttonClass(isOrder ? 'text' : 'quiet')}
        >
          {t('item.refund')}
        </Link>
      )}
    </>
  )
}

type ItemProps = { entry: HistoryDetail; proof: ReactNode; children: ReactNode }

function Item({ entry, proof, children }: ItemProps) {
  const { t } = useTranslation('history')
  const { spin, breakdown, refund, payment } = entry
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
        <WhyButton entryId={`history:${entry.historyId}`} />
      </div>
      {breakdown && <Breakdown breakdown={breakdown} xp={entry.xp} />}
      {proof}
      {children}
      {refund && <RefundState refund={refund} chainId={payment?.chainId} />}
      <Facts
        facts={[
          [t('item.kind'), t(`kind.${entry.kind}`)],
          spin && [t('item.cost'), t(spin.usedTicket ? 'item.usedTicket' : 'item.freeSpin')],
          [t('item.status'), t(`status.${entry.status}`)],
          [t('item.time'), formatOwnMinute(entry.createdAt)],
          [t('item.programmeTime'), formatProgrammeMinute(entry.createdAt)],
          payment && [t('item.price'), `${formatAmount(payment.price)} ${payment.tokenSymbol}`],
          payment &&
            entry.status === 'PENDING' &&
            payment.txHash !== null && [
              t('item.confirmations'),
              `${payment.confirmations}/${payment.confirmationsNeeded}`,
            ],
          payment?.waitsFor === 'SECOND_NODE' && [t('item.check'), t('item.secondCheck')],
          payment &&
            entry.status === 'PENDING' &&
            payment.txHash === null &&
            payment.expiresAt !== null && [t('item.payUntil'), formatOwnMinute(payment.expiresAt)],
          entry.txHash !== null && [
            t('item.tx'),
            <TransactionLink key="tx" hash={entry.txHash} chainId={payment?.chainId} />,
          ],
          [t('item.number'), String(entry.historyId)],
        ]}
      />
    </div>
  )
}

/** Shows base and bonuses; parts that gave nothing are left out. */
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
  return (
    <section>
      <h2 className={text.unseen}>{t('item.breakdown')}</h2>
      <Facts
        facts={[
          ...parts
            .filter(([, part]) => part > 0)
            .map(([name, part]) => [name, t('xp', { xp: formatChange(part) })] as const),
          [t('item.sum'), t('xp', { xp: formatChange(xp) })],
        ]}
      />
    </section>
  )
}
