import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { orderEndpoints } from '@solstice/contract/order.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { useSearch as useServerSearch } from '#/shell/command/use-search.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { priceText } from '#/shell/price-text.ts'
import { Button } from '#/ui/button.tsx'
import { Choice } from '#/ui/choice.tsx'
import { Field } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { matchPayment, readShop, unmatchedQuery } from './api.ts'
import type { UnmatchedPayment } from './api.ts'
import { PAYMENT_KINDS, parsePaymentsFilter, wholeNumber } from './filter.ts'
import { OlderPager } from './older-pager.tsx'
import { PaymentTable } from './payment-table.tsx'
import styles from './shop.module.css'
import { ShopTabs } from './shop-tabs.tsx'

/** Lists transfers that belong to no order. One of an unknown wallet is matched to a member. */
export function PaymentsScreen() {
  const { t } = useTranslation('shop')
  const may = useMay()
  const { kind = 'unknown', before } = useSearch({ from: '/app/shop/payments' })
  const navigate = useNavigate({ from: '/shop/payments' })
  const query = useQuery(unmatchedQuery({ kind, ...(before && { before: String(before) }) }))
  const [matched, setMatched] = useState<UnmatchedPayment>()
  const show = (search: Record<string, unknown>) =>
    void navigate({ search: parsePaymentsFilter(search) })
  return (
    <Page
      title={t('tabs.payments')}
      above={{ to: '/shop', title: t('title'), name: t('tabs.payments') }}
    >
      <ShopTabs />
      <Panel isFlush>
        <div className={styles.filters}>
          <Choice
            look="segments"
            label={t('filters')}
            value={kind}
            options={PAYMENT_KINDS.map((each) => [each, t(`paymentKinds.${each}`)] as const)}
            onValue={(value) => show({ kind: value })}
          />
          <p className={text.soft}>{t(`paymentNotes.${kind}`)}</p>
        </div>
        <Loaded
          query={query}
          endpoint={orderEndpoints['order.unmatched']}
          failed={t('paymentsFailed')}
        >
          {(page) => (
            <>
              {page.list.length === 0 ? (
                <Empty message={t(`noUnmatched.${kind}`)} />
              ) : (
                <PaymentTable
                  list={page.list}
                  more={{
                    name: t('belongsTo'),
                    of: (payment) => (
                      <>
                        {payment.refundId !== null && (
                          <Link
                            to="/refunds/$refundId"
                            params={{ refundId: String(payment.refundId) }}
                            className={text.link}
                          >
                            {t(isFree(payment) ? 'match.declined' : 'refundOf', {
                              id: payment.refundId,
                              name: payment.nickname ?? '',
                            })}
                          </Link>
                        )}{' '}
                        {isFree(payment) && may('refund.openForPayment') && (
                          <Button
                            size="small"
                            aria-label={t('match.of', { id: payment.paymentId })}
                            onClick={() => setMatched(payment)}
                          >
                            {t('match.open')}
                          </Button>
                        )}
                      </>
                    ),
                  }}
                />
              )}
              <OlderPager
                page={page}
                isFirst={before === undefined}
                onBefore={(next) => show({ kind, before: next })}
              />
            </>
          )}
        </Loaded>
      </Panel>
      {matched && <MatchDialog payment={matched} onClose={() => setMatched(undefined)} />}
    </Page>
  )
}

/** A payment of an unknown wallet is matched again after its refund was declined. */
const isFree = ({ state, refundState }: UnmatchedPayment) =>
  state === 'FOREIGN' && (refundState === null || refundState === 'REJECTED')

/** Names the member who says to have sent the payment. Its refund is decided in the queue. */
function MatchDialog({ payment, onClose }: { payment: UnmatchedPayment; onClose: () => void }) {
  const { t } = useTranslation('shop')
  const navigate = useNavigate()
  const [member, setMember] = useState('')
  const userId = wholeNumber(member)
  const found = useServerSearch(userId === undefined ? '' : String(userId))
  const known = found.results.find(({ kind, id }) => kind === 'MEMBER' && id === String(userId))
  const amount = priceText(payment.amount, payment.symbol)
  return (
    <Confirm
      level="C2"
      title={t('match.title', { id: payment.paymentId })}
      action={t('match.action')}
      effect={[
        [t('amount'), amount],
        [t('network'), payment.network],
        [t('from'), <code key="from">{payment.payer}</code>],
      ]}
      note={t('match.note')}
      isReady={userId !== undefined}
      fields={(isChecked) => (
        <Field
          label={t('memberNumber')}
          inputMode="numeric"
          maxLength={15}
          value={member}
          onValue={setMember}
          help={known && t('match.member', { name: known.title })}
          problem={isChecked && userId === undefined ? t('wholeNumber') : undefined}
        />
      )}
      run={(confirmed) => matchPayment(payment.paymentId, userId ?? 0, confirmed)}
      onDone={({ refundId }) => {
        onClose()
        showToast(t('match.done', { id: refundId }))
        void readShop()
        void navigate({ to: '/refunds/$refundId', params: { refundId: String(refundId) } })
      }}
      onClose={onClose}
    />
  )
}
