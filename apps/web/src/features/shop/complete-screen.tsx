import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatChange } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { itemPollInterval, itemQuery } from '#/shell/item-query.ts'
import { useBack } from '#/shell/use-back.ts'
import { Announcement } from '#/ui/announcement.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import long from '#/ui/long-value.module.css'
import text from '#/ui/text.module.css'
import { pollAgainMs, purchaseQuery } from './api.ts'
import type { PurchaseDetail } from './api.ts'
import { OrderArt } from './order-art.tsx'
import styles from './order-progress.module.css'
import type { ProductParams } from './product-screen.tsx'
import { OrderSkeleton } from './product-order-screen.tsx'
import { completionOf } from './product-view.ts'
import { purchaseLookupQuery } from './purchase-lookup.ts'

type CompleteScreenProps = {
  routeParams: ProductParams
  /** Comes from the URL. It is only looked up and shown; it never credits anything. */
  txHash: string | undefined
  order: number | undefined
}

/** Shows the outcome of a purchase as the server recorded it. */
export function CompleteScreen({ routeParams, txHash, order }: CompleteScreenProps) {
  return order === undefined ? (
    <PurchaseLookup routeParams={routeParams} txHash={txHash} />
  ) : (
    <Ordered routeParams={routeParams} order={order} />
  )
}

/** Fetches the purchase by its id instead of searching a cached list. */
function Ordered({ routeParams, order }: { routeParams: ProductParams; order: number }) {
  return (
    <Shown routeParams={routeParams} query={useQuery(purchaseQuery(routeParams.seasonId, order))} />
  )
}

function PurchaseLookup({
  routeParams,
  txHash,
}: {
  routeParams: ProductParams
  txHash: string | undefined
}) {
  const [sinceMs] = useState(() => Date.now())
  const query = useQuery({
    ...purchaseLookupQuery(routeParams, txHash),
    refetchInterval: ({ state: { data } }) =>
      data ? pollAgainMs(data.status) : txHash !== undefined && itemPollInterval(sinceMs),
  })
  return (
    <Shown
      routeParams={routeParams}
      txHash={txHash}
      query={itemQuery(query, query.data ?? undefined)}
    />
  )
}

type ShownProps = {
  routeParams: ProductParams
  txHash?: string | undefined
  query: Parameters<typeof Loaded<PurchaseDetail | null>>[0]['query']
}

function Shown({ routeParams, txHash, query }: ShownProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const { data } = query
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('complete.header')} />}
      dock={<Dock routeParams={routeParams} purchase={data ?? undefined} />}
    >
      <Announcement
        message={data === undefined ? undefined : t(`complete.${completionOf(data, txHash)}`)}
      />
      <Loaded query={query} skeleton={<OrderSkeleton />} failed={t('orderFailed')}>
        {(purchase) => <Outcome purchase={purchase} txHash={txHash} />}
      </Loaded>
    </Screen>
  )
}

type OutcomeProps = { purchase: PurchaseDetail | null; txHash: string | undefined }

function Outcome({ purchase, txHash }: OutcomeProps) {
  const { t } = useTranslation('shop')
  const kind = completionOf(purchase, txHash)
  // Prefer the hash recorded by the server, because the URL can contain anything.
  const hash = purchase ? purchase.txHash : txHash
  return (
    <div className={styles.page}>
      <div className={styles.illustration}>
        <OrderArt isDone={kind === 'done'} isOver={kind !== 'done' && kind !== 'pending'} />
        <h2 className={text.headline}>{t(`complete.${kind}`)}</h2>
        <p className={text.soft}>{t(`complete.${kind}Text`, { name: purchase?.title ?? '' })}</p>
      </div>
      <Facts
        facts={[
          purchase && [t('product'), purchase.title],
          purchase &&
            purchase.xp !== 0 && [t('fact.xp'), t('xp', { xp: formatChange(purchase.xp) })],
          purchase &&
            purchase.tickets !== 0 && [
              t('fact.tickets'),
              t('tickets', {
                count: Math.abs(purchase.tickets),
                number: formatChange(purchase.tickets),
              }),
            ],
          purchase && [t('fact.time'), formatOwnMinute(purchase.createdAt)],
          hash != null && [t('fact.tx'), <TransactionLink key="tx" hash={hash} />],
        ]}
      />
    </div>
  )
}

function TransactionLink({ hash }: { hash: string }): ReactNode {
  return (
    <Link to="/wallet/history/$txId/" params={{ txId: hash }} className={classNames(long.long)}>
      {hash}
    </Link>
  )
}

function Dock({
  routeParams,
  purchase,
}: {
  routeParams: ProductParams
  purchase: PurchaseDetail | undefined
}) {
  const { t } = useTranslation('shop')
  const { seasonId, missionId } = routeParams
  return (
    <>
      <Link
        to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/"
        params={{ seasonId, missionId }}
        replace
        className={buttonClass('lit')}
      >
        {t('toShop')}
      </Link>
      {purchase && (
        <Link
          to="/rewards/dashboard/$seasonId/history/$historyId/"
          params={{ seasonId, historyId: purchase.historyId }}
          className={buttonClass('text')}
        >
          {t('toHistory')}
        </Link>
      )}
    </>
  )
}
