import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import art from '#/art/empty-history.svg'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useEndOnceSeen } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { buyCredit, creditQuery } from './api.ts'
import type { Credit, CreditOrder, CreditPackage } from './api.ts'
import styles from './credit-screen.module.css'
import { waitingOrderOf, withOrder } from './credit-view.ts'
import { useBuy } from './use-buy.ts'

type CreditScreenProps = {
  /** Credit can only be paid from the member's own wallet. */
  hasWallet: boolean
  /** Returns the display name of a network. */
  networkName: (chainId: number) => string | undefined
  onOrdered: (order: CreditOrder) => void
}

export function CreditScreen(props: CreditScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const query = useQuery(creditQuery())
  if (query.data) return <Shown {...props} credit={query.data} query={query} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('credit.title')} />}>
      <Loaded query={query} skeleton={<CreditSkeleton />} failed={t('credit.loadFailed')}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

type ShownProps = CreditScreenProps & {
  credit: Credit
  query: Parameters<typeof Loaded<Credit>>[0]['query']
}

function Shown({ credit, query, hasWallet, networkName, onOrdered }: ShownProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const queries = useQueryClient()
  const { packages, orders } = credit
  const [chosenId, setChosen] = useState<number>()
  const chosen = packages.find(({ packageId }) => packageId === chosenId) ?? packages[0]
  const intent: Intent = ['credit', chosen?.packageId ?? 0]
  const { run, isBusy, isUnconfirmed } = useBuy({
    intent,
    label: 'Buying credit',
    about: { packageId: chosen?.packageId, price: chosen?.price },
    buy: (key) => buyCredit(chosen?.packageId ?? 0, key),
    refresh: () => queries.invalidateQueries({ queryKey: creditQuery().queryKey }),
  })

  const waiting = chosen && waitingOrderOf(orders, chosen)
  useEndOnceSeen(intent, waiting !== undefined)

  async function buy(): Promise<void> {
    const order = await run()
    if (!order) return
    // Put the order into the cache so that the next screen does not have to fetch it.
    queries.setQueryData(creditQuery().queryKey, (was) => was && withOrder(was, order))
    onOrdered(order)
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('credit.title')} />}
      dock={
        chosen &&
        (waiting ? (
          <Link
            to="/home/buy-credit/"
            search={{ order: waiting.orderId }}
            className={buttonClass('lit')}
          >
            {t('continueOrder')}
          </Link>
        ) : hasWallet ? (
          <Button isBusy={isBusy} onClick={() => void buy()}>
            {t('buyFor', { price: `${formatAmount(chosen.price)} ${chosen.symbol}` })}
          </Button>
        ) : (
          <>
            <p className={classNames(text.soft, styles.line)} role="status">
              {t('needsWallet')}
            </p>
            <Link to="/wallet" className={buttonClass('lit')}>
              {t('toWallet')}
            </Link>
          </>
        ))
      }
    >
      <Loaded query={query} skeleton={null} failed={t('credit.loadFailed')}>
        {({ balance }) => (
          <div className={styles.page}>
            {isUnconfirmed && !waiting && (
              <UnconfirmedNotice title={t('unconfirmed.title')}>
                {t('unconfirmed.text')}
              </UnconfirmedNotice>
            )}
            <div className={styles.balance}>
              <p className={classNames(text.small, text.soft)}>{t('credit.balance')}</p>
              <p className={text.display}>{formatNumber(balance)}</p>
              <p className={classNames(text.small, text.faint)}>{t('credit.text')}</p>
            </div>
            {packages.length === 0 ? (
              <EmptyState art={art} title={t('credit.none')}>
                {t('credit.noneText')}
              </EmptyState>
            ) : (
              <Packages
                packages={packages}
                chosen={chosen}
                onChoose={setChosen}
                networkName={networkName}
              />
            )}
            {orders.length > 0 && <Orders orders={orders} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

type PackagesProps = {
  packages: readonly CreditPackage[]
  chosen: CreditPackage | undefined
  onChoose: (packageId: number) => void
  networkName: (chainId: number) => string | undefined
}

function Packages({ packages, chosen, onChoose, networkName }: PackagesProps) {
  const { t } = useTranslation('shop')
  return (
    <fieldset className={styles.choices}>
      <legend className={classNames(text.title, styles.legend)}>{t('credit.packages')}</legend>
      <div className={styles.packages}>
        {packages.map(({ packageId, credit, price, symbol, chainId }) => (
          <label key={packageId} className={styles.package}>
            <input
              type="radio"
              name="package"
              className={text.unseen}
              checked={packageId === chosen?.packageId}
              onChange={() => onChoose(packageId)}
            />
            <span className={classNames(text.title, text.number)}>
              {t('credit.amount', { count: credit, number: formatNumber(credit) })}
            </span>
            <span className={styles.grow}>
              <span className={classNames(text.strong, text.number)}>
                {formatAmount(price)} {symbol}
              </span>
              <span className={classNames(text.small, text.soft)}>{networkName(chainId)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Lists recent orders, including those from other devices. */
function Orders({ orders }: { orders: readonly CreditOrder[] }) {
  const { t } = useTranslation('shop')
  return (
    <section>
      <h2 className={classNames(text.title, styles.legend)}>{t('credit.orders')}</h2>
      <Rows>
        {orders.map((order) => (
          <Row key={order.orderId}>
            <Link
              to="/home/buy-credit/"
              search={{ order: order.orderId }}
              className={rowTargetClass}
            >
              <RowContent
                icon="credit"
                label={t('credit.amount', {
                  count: order.credit,
                  number: formatNumber(order.credit),
                })}
                note={`${t(`credit.status.${order.status}`)} · ${formatOwnMinute(order.createdAt)}`}
              />
            </Link>
          </Row>
        ))}
      </Rows>
    </section>
  )
}

function CreditSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.balance}>
        <Skeleton width="120px" height="48px" />
      </div>
      <div className={styles.packages}>
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} isCard width="100%" height="112px" />
        ))}
      </div>
    </div>
  )
}
