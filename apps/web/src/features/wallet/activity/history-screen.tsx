import { useState } from 'react'
import art from '#/art/empty-history.svg'
import { Chips, NetworkChips } from '#/features/wallet/chain/network-chips.tsx'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#/ui/state-message.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './history-screen.module.css'
import { useActivity } from './use-activity.ts'
import { usePending } from './use-pending.ts'

const UnknownDeposits = lazyPart(
  async () => (await import('./unknown-deposits.tsx')).UnknownDeposits,
  { texts: ['token'] },
)

const ExportActivity = lazyPart(
  async () => (await import('./export-activity.tsx')).ExportActivity,
  { texts: ['wallet-reach'] },
)

const FILTERS = ['all', 'in', 'out'] as const
type Filter = (typeof FILTERS)[number]

type HistoryScreenProps = {
  userId: string
  address: string
  back: { label: string; onPress: () => void }
}

export function HistoryScreen({ userId, address, back }: HistoryScreenProps) {
  const { t } = useTranslation('wallet')
  const [chainId, setChainId] = useState<number>()
  const [filter, setFilter] = useState<Filter>('all')
  const { networks } = useNetworks()
  const pending = usePending(userId, address)
  const list = useActivity({ userId, address }, chainId)
  const isShown = (item: { direction: string; chainId: number }) =>
    (filter === 'all' || item.direction === filter) && (!chainId || item.chainId === chainId)
  const waiting = pending.filter(({ activity }) => isShown(activity))
  const hashes = new Set(pending.map(({ activity }) => activity.hash))
  const past = list.items.filter((item) => isShown(item) && !hashes.has(item.hash))
  const isEmpty = !list.isLoading && list.error === undefined && past.length + waiting.length === 0
  return (
    <Screen header={<ScreenHeader back={back} title={t('history.title')} />}>
      <div className={styles.page}>
        <NetworkChips networks={networks} chosen={chainId} onChoose={setChainId} />
        <Chips
          label={t('history.filter')}
          options={FILTERS.map((value) => ({ value, label: t(`history.filters.${value}`) }))}
          chosen={filter}
          onChoose={setFilter}
        />
        {list.silent.length > 0 && (
          <Notice role="alert">
            {t('home.silent', { networks: list.silent.map(({ name }) => name).join(', ') })}
          </Notice>
        )}
        <ActivityList waiting={waiting} past={past} />
        {list.unknown.length > 0 && filter !== 'out' && (
          <UnknownDeposits deposits={list.unknown} networks={networks} />
        )}
        {list.isLoading &&
          [0, 1, 2].map((row) => <Skeleton key={row} width="100%" height="3.25rem" />)}
        {list.error !== undefined && (
          <ErrorState
            message={t('history.loadFailed')}
            retryLabel={t('retry')}
            isRetrying={list.isFetching}
            onRetry={list.retry}
          />
        )}
        {isEmpty && (
          <EmptyState art={art} title={t('history.empty')}>
            {t('history.emptyText')}
          </EmptyState>
        )}
        {list.more && (
          <Button variant="quiet" isBusy={list.isFetchingMore} onClick={list.more}>
            {t('history.more')}
          </Button>
        )}
        {!isEmpty && !list.isLoading && <ExportActivity userId={userId} address={address} />}
      </div>
    </Screen>
  )
}
