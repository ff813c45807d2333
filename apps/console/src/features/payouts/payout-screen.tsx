import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { History } from '#/shell/history/history.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { payoutQuery } from './api.ts'
import type { PayoutDetail } from './api.ts'
import { CancelPayout } from './cancel-payout.tsx'
import { HoldNote } from './hold-note.tsx'
import { PayoutState } from './payout-state.tsx'
import { Timeline } from './timeline.tsx'
import styles from './payouts.module.css'

/** Shows one payout: what it pays, every transaction that was signed for it, and what holds it. */
export function PayoutScreen() {
  const { t } = useTranslation('payouts')
  const { payoutId: id } = useParams({ from: '/app/money/payouts/$payoutId' })
  const payoutId = Number(id)
  const query = useQuery(payoutQuery(payoutId))
  const payout = query.data
  return (
    <Page
      title={t('one', { id })}
      above={{ to: '/money/payouts', title: t('title'), name: t('one', { id }) }}
      beside={payout && <PayoutState payout={{ ...payout, heldFor: null }} />}
      aside={payout?.canCancel && <CancelPayout payout={payout} />}
    >
      <Loaded
        query={query}
        endpoint={payoutEndpoints['payout.show']}
        failed={t('oneFailed', { id })}
      >
        {(shown) => (
          <>
            <HoldNote payout={shown} />
            <Columns
              main={
                <>
                  <Panel>
                    <Purpose payout={shown} />
                  </Panel>
                  <Panel title={t('timeline')}>
                    <Timeline payout={shown} />
                  </Panel>
                </>
              }
              beside={
                <>
                  <Panel title={t('details')}>
                    <Details payout={shown} />
                  </Panel>
                  <History subjects={[[`payout:${payoutId}`, t('one', { id })]]} />
                </>
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Says in a sentence what the payout is for; calls of contracts have no amount to show. */
function Purpose({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  const may = useMay()
  const { purpose, amount, symbol, userId, nickname, subject, creates } = payout
  const isPaid = Number(amount) > 0
  const values = {
    number: subject === null ? '' : formatNumber(subject),
    contract: creates === null ? '' : t(`contracts.${creates}`),
    id: payout.cancels ?? '',
  }
  return (
    <>
      {isPaid && (
        <p>
          <span className={styles.amount}>{formatAmount(amount)}</span>{' '}
          <span className={styles.unit}>{symbol}</span>
          {userId !== null && (
            <>
              {' '}
              <span className={styles.unit}>{t('toMember')}</span>{' '}
              {may('operator.showMember') ? (
                <Link {...memberAddress(userId)} className={text.link}>
                  {nickname ?? userId}
                </Link>
              ) : (
                (nickname ?? userId)
              )}
            </>
          )}
        </p>
      )}
      <p className={isPaid ? text.soft : undefined}>{t(`sentences.${purpose}`, values)}</p>
    </>
  )
}

function Details({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  const { key, networkName, chainId, address, nonce, createdAt, confirmedAt, failure } = payout
  const { cancels, cancelledBy, coin, timeline } = payout
  const fee = timeline.findLast((step) => step.fee !== null)?.fee
  const facts: (Fact | false)[] = [
    [t('key'), <code key="key">{key}</code>],
    [t('network'), networkName ?? chainId ?? '–'],
    [t('address'), <code key="address">{address}</code>],
    nonce !== null && [t('nonce'), formatNumber(nonce)],
    fee != null && [t('fee'), `${formatAmount(fee)} ${coin ?? ''}`],
    [t('requestedAt'), <Instant key="at" at={createdAt} />],
    confirmedAt !== null && [t('paidAt'), <Instant key="paid" at={confirmedAt} />],
    failure !== null && [t('failure'), failure],
    cancels !== null && [t('cancels'), <PayoutLink key="cancels" id={cancels} />],
    cancelledBy !== null && [t('cancelledBy'), <PayoutLink key="by" id={cancelledBy} />],
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} look="left" />
}

function PayoutLink({ id }: { id: number }) {
  const { t } = useTranslation('payouts')
  return (
    <Link
      to="/money/payouts/$payoutId"
      params={{ payoutId: String(id) }}
      className={classNames(text.link)}
    >
      {t('one', { id })}
    </Link>
  )
}
