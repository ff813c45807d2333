import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { focusFirstProblem } from '#/lib/form.ts'
import { formatChange } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useAction } from '#/lib/use-action.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, Tile, rowTargetClass } from '#/ui/rows.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { TextArea } from '#/ui/text-area.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { purchaseQuery, requestRefund } from './api.ts'
import type { PurchaseDetail, RefundType } from './api.ts'
import { OrderSkeleton } from './product-order-screen.tsx'
import { priceText } from './product-texts.ts'
import { withPurchaseLog } from './refusal.ts'
import styles from './refund-request-screen.module.css'
import {
  REASON_MAX,
  REFUND_TYPES,
  requestableTypes,
  needsTxHash,
  refundBody,
  refundProblems,
} from './refund-view.ts'

type RefundRequestScreenProps = {
  seasonId: number
  historyId: number
  /** The refund type from the URL. */
  initialType: RefundType
  onType: (type: RefundType) => void
  onRequested: () => void
}

export function RefundRequestScreen(props: RefundRequestScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const query = useQuery(purchaseQuery(props.seasonId, props.historyId))
  if (query.data) return <Request {...props} purchase={query.data} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('refund.title')} />}>
      <Loaded query={query} skeleton={<OrderSkeleton />} failed={t('orderFailed')}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

type RequestProps = RefundRequestScreenProps & { purchase: PurchaseDetail }

function Request({ purchase, initialType, onType, onRequested }: RequestProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  // Update the screen immediately; the URL follows after its guards have run.
  const [type, setType] = useState(initialType)
  const [reason, setReason] = useState('')
  const [txHash, setTxHash] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { seasonId, historyId, refund } = purchase
  const { run, isBusy, isUnconfirmed, dismiss } = useAction({
    call: (body: ReturnType<typeof refundBody>, key) =>
      withPurchaseLog('Refund request', { seasonId, historyId, type: body.type }, () =>
        requestRefund({ seasonId, historyId }, body, key),
      ),
    intent: ['refund', seasonId, historyId],
    texts: {
      done: () => t('refund.requested'),
      failed: (error) => messageOf(error, t('refund.failed')),
    },
    refresh: refreshProgramme,
    onDone: onRequested,
  })
  const refundTypes = requestableTypes(purchase)
  const isAllowed = refundTypes.includes(type)
  const problems = refundProblems({ type, reason, txHash })
  const errorOf = (field: 'reason' | 'txHash') => {
    const problem = problems[field]
    return isSubmitted && problem ? t(`refund.${problem}`) : undefined
  }

  function request(form: HTMLFormElement): void {
    setSubmitted(true)
    if (isBusy || !isAllowed) return
    if (problems.reason || problems.txHash) return focusFirstProblem(form)
    void run(refundBody({ type, reason, txHash }))
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('refund.title')} />}
      dock={
        refund === null && refundTypes.length > 0 ? (
          <Button type="submit" isBusy={isBusy} disabled={!isAllowed}>
            {t('refund.do')}
          </Button>
        ) : (
          <Link
            to="/rewards/dashboard/$seasonId/history/$historyId/"
            params={{ seasonId, historyId }}
            replace
            className={buttonClass('quiet')}
          >
            {t('toHistory')}
          </Link>
        )
      }
      onSubmit={(event) => {
        event.preventDefault()
        request(event.currentTarget)
      }}
    >
      <div className={styles.page}>
        <Summary purchase={purchase} />
        {isUnconfirmed && !refund && (
          <UnconfirmedNotice
            title={t('refund.unconfirmed.title')}
            check={
              <Link
                to="/rewards/dashboard/$seasonId/history/$historyId/"
                params={{ seasonId, historyId }}
                className={buttonClass('quiet', true)}
                onClick={dismiss}
              >
                {t('refund.unconfirmed.check')}
              </Link>
            }
          >
            {t('refund.unconfirmed.text')}
          </UnconfirmedNotice>
        )}
        {refund && <Notice>{t('refund.already')}</Notice>}
        {!refund && (
          <>
            <Types
              type={type}
              allowed={refundTypes}
              onType={(chosen) => {
                setType(chosen)
                onType(chosen)
              }}
            />
            {isAllowed ? (
              <p className={text.soft}>
                {t(`refund.will.${type}`)} {t('refund.once')}
              </p>
            ) : (
              <Notice>{t(`refund.not.${type}`)}</Notice>
            )}
            {isAllowed && needsTxHash(purchase, type) && (
              <TextInput
                label={t('refund.txHash')}
                hint={t('refund.txHashHint')}
                autoComplete="off"
                binding={bind('txHash', txHash, setTxHash)}
              />
            )}
            {isAllowed && type !== 'UNCREDITED' && (
              <TextArea
                label={t(type === 'OTHER' ? 'refund.reason' : 'refund.reasonOptional')}
                maxLength={REASON_MAX}
                binding={bind('reason', reason, setReason)}
              />
            )}
          </>
        )}
      </div>
    </Screen>
  )

  function bind(name: 'reason' | 'txHash', value: string, onChange: (value: string) => void) {
    return { name, value, error: errorOf(name), onChange, onBlur: () => {} }
  }
}

function Summary({ purchase }: { purchase: PurchaseDetail }) {
  const { t } = useTranslation('shop')
  const { payment, xp, tickets } = purchase
  const parts = [
    payment && priceText({ payType: 'TOKEN', ...payment }, t),
    xp !== 0 && t('xp', { xp: formatChange(xp) }),
    tickets !== 0 && t('tickets', { count: Math.abs(tickets), number: formatChange(tickets) }),
    formatOwnMinute(purchase.createdAt),
  ]
  return (
    <div className={styles.summary}>
      <Tile>
        <ScreenIcon name="bag" size={20} />
      </Tile>
      <div>
        <p className={text.strong}>{purchase.title}</p>
        <p className={classNames(text.small, text.soft, text.number)}>
          {parts.filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  )
}

type TypesProps = {
  type: RefundType
  allowed: readonly RefundType[]
  onType: (type: RefundType) => void
}

function Types({ type, allowed, onType }: TypesProps) {
  const { t } = useTranslation('shop')
  return (
    <fieldset className={styles.types}>
      <legend className={classNames(text.title, styles.legend)}>{t('refund.why')}</legend>
      <Rows>
        {REFUND_TYPES.map((each) => (
          <Row key={each}>
            <label className={rowTargetClass}>
              <input
                type="radio"
                name="type"
                className={text.unseen}
                checked={each === type}
                onChange={() => onType(each)}
              />
              <RowContent
                label={t(`refund.types.${each}`)}
                note={t(allowed.includes(each) ? `refund.notes.${each}` : 'refund.notPossible')}
                end={each === type ? 'check' : 'none'}
              />
            </label>
          </Row>
        ))}
      </Rows>
    </fieldset>
  )
}
