import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatDayClock } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { History } from '#/shell/history/history.tsx'
import { giftText, priceText } from '#/shell/price-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import { releaseRefund } from './api.ts'
import type { RefundDetail } from './api.ts'
import { Decision } from './decision.tsx'
import { Events } from './events.tsx'
import { productText } from './queue-list.tsx'
import styles from './refunds.module.css'
import { RuleView } from './rule-view.tsx'
import { shortened } from './shortened.ts'

type RefundPanelProps = {
  refund: RefundDetail
  onDecided: () => void
  onClaim: () => Promise<void>
}

/** Shows one refund with everything needed to decide it. */
export function RefundPanel({ refund, onDecided, onClaim }: RefundPanelProps) {
  const { t } = useTranslation('refunds')
  const may = useMay()
  const { refundId, userId, nickname, state, reason, language } = refund
  const name = t('memberLink', { name: nickname, id: userId })
  return (
    <>
      <section className={styles.one} aria-labelledby="refund-title">
        <header className={styles.oneHead}>
          <h2 id="refund-title" className={styles.oneTitle}>
            {t('refund', { id: refundId })}
          </h2>
          <Standing refund={refund} />
          {may('operator.showMember') ? (
            <Link {...memberAddress(userId)} className={classNames(text.link, styles.memberLink)}>
              {name}
            </Link>
          ) : (
            <span className={styles.memberLink}>{name}</span>
          )}
        </header>
        <Figures refund={refund} />
        <div className={styles.body}>
          <div className={styles.story}>
            {reason !== null && (
              <>
                <p className={classNames(styles.label, text.small, text.soft)}>
                  {t('wrote')} <span className={text.faint}>{t(`languages.${language}`)}</span>
                </p>
                {/* The member may write in any language. */}
                <blockquote className={styles.quote}>{reason}</blockquote>
              </>
            )}
            <h3 className={classNames(styles.label, text.small, text.soft)}>{t('happened')}</h3>
            <Events refund={refund} />
          </div>
          <div className={styles.decide}>
            <RuleView refund={refund} />
            {state === 'REQUESTED' ? (
              <Work refund={refund} onDecided={onDecided} onClaim={onClaim} />
            ) : (
              <Decided refund={refund} />
            )}
          </div>
        </div>
      </section>
      {may('audit.history') && (
        <History subjects={[[`refund:${refundId}`, t('refund', { id: refundId })]]} />
      )}
    </>
  )
}

function Standing({ refund }: { refund: RefundDetail }) {
  const { t } = useTranslation('refunds')
  const { state, isMine, claimedBy, claimedUntil, approvalId } = refund
  if (state !== 'REQUESTED') {
    const tone = { APPROVED: 'warn', COMPLETED: 'ok', REJECTED: 'plain' } as const
    return <Badge tone={tone[state]}>{t(`states.${state}`)}</Badge>
  }
  return (
    <>
      {approvalId !== null && (
        <Badge tone="warn" icon="people">
          {t('waitsForSecond', { id: approvalId })}
        </Badge>
      )}
      {claimedBy !== null && claimedUntil !== null && (
        <>
          <Badge tone={isMine ? 'accent' : 'plain'} icon={isMine ? 'check' : 'user'}>
            {isMine ? t('claimedByYou') : t('claimedBy', { name: claimedBy })}
          </Badge>
          <span className={classNames(text.small, text.soft)}>
            {t('freeAgain', { time: formatDayClock(claimedUntil) })}
          </span>
        </>
      )}
    </>
  )
}

function Figures({ refund }: { refund: RefundDetail }) {
  const { t } = useTranslation('refunds')
  const { amount, symbol, given, recoverable, payment, earlier, state } = refund
  const gave = giftText(given)
  const isOpen = state === 'REQUESTED'
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('paid')}</dt>
        <dd>
          <b>{priceText(amount, symbol)}</b>
          <span>{productText(refund) ?? t('noOrder')}</span>
        </dd>
      </div>
      <div>
        <dt>{t('given')}</dt>
        <dd>
          <b>{gave === '' ? t('nothing') : gave}</b>
          {gave !== '' && isOpen && (
            <span>{t('stillThere', { gift: giftText(recoverable) || t('nothing') })}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('payment')}</dt>
        <dd>
          <b>{payment ? t(`payments.${payment.state}`) : t(`noPayment.${refund.payType}`)}</b>
          {payment && <code>{shortened(payment.txHash)}</code>}
        </dd>
      </div>
      <div>
        <dt>{t('earlier')}</dt>
        <dd>
          <b>{t('earlierRefunds', { count: earlier.refunds })}</b>
          <span>{t('earlierNote', { granted: earlier.granted, orders: earlier.orders })}</span>
        </dd>
      </div>
    </dl>
  )
}

/** The holder of the claim decides; everybody else may claim the refund when it is free. */
function Work({ refund, onDecided, onClaim }: RefundPanelProps) {
  const { t } = useTranslation('refunds')
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const { refundId, isMine, claimedBy, approvalId } = refund
  if (!may('refund.decide')) return <Note icon="lock">{t('readOnly')}</Note>
  if (approvalId !== null) {
    return (
      <Note tone="warn" icon="people">
        {t('proposed')}{' '}
        <Link
          to="/approvals/$approvalId"
          params={{ approvalId: String(approvalId) }}
          className={text.link}
        >
          {t('openProposal', { id: approvalId })}
        </Link>
      </Note>
    )
  }

  async function press(run: () => Promise<void>) {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      showToast(messageOf(error, t('claimFailed')))
    } finally {
      setBusy(false)
    }
  }

  if (!isMine) {
    return (
      <>
        <Note icon={claimedBy === null ? 'info' : 'user'}>
          {claimedBy === null ? t('claimFirst') : t('heldBy', { name: claimedBy })}
        </Note>
        {claimedBy === null && (
          <Button tone="primary" size="large" isBusy={isBusy} onClick={() => void press(onClaim)}>
            {t('claim')}
          </Button>
        )}
      </>
    )
  }
  return (
    <Decision
      refund={refund}
      onDecided={onDecided}
      release={
        <Button
          size="large"
          isBusy={isBusy}
          onClick={() => void press(() => releaseRefund(refundId))}
        >
          {t('release')}
        </Button>
      }
    />
  )
}

function Decided({ refund: { outcome, note, payoutId, language } }: { refund: RefundDetail }) {
  const { t } = useTranslation('refunds')
  return (
    <>
      {outcome !== null && <p className={text.strong}>{t(`outcomes.${outcome}`)}</p>}
      {note !== null && (
        <>
          <p className={classNames(styles.label, text.small, text.soft)}>{t('answer')}</p>
          <blockquote className={styles.quote} lang={language}>
            {note}
          </blockquote>
        </>
      )}
      {payoutId !== null && (
        <p className={classNames(text.small, text.soft)}>{t('payout', { id: payoutId })}</p>
      )}
    </>
  )
}
