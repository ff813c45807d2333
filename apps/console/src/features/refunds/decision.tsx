import { useState } from 'react'
import type { ReactNode } from 'react'
import { alertText } from '@solstice/contract/alert-texts'
import { DECLINE_ANSWERS, REFUND_ANSWERS, refundAnswer } from '@solstice/contract/refund-answers'
import type { RefundAnswer } from '@solstice/contract/refund-answers'
import { ApiError } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { REASON_MAX, reasonProblem } from '#/lib/reason.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import type { Level } from '#/shell/confirm.tsx'
import { giftText, priceText } from '#/shell/price-text.ts'
import { Button } from '#/ui/button.tsx'
import { Choice } from '#/ui/choice.tsx'
import { SelectField, TextAreaField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import { decideRefund, readRefunds } from './api.ts'
import type { RefundDetail } from './api.ts'
import styles from './refunds.module.css'
import { shortened } from './shortened.ts'

type Way = 'grant' | 'decline'
/** The alert with which the member reads the answer. */
const ALERTS: Readonly<Record<Way, string>> = {
  grant: 'REFUND_COMPLETE',
  decline: 'REFUND_REJECTED',
}
type DecisionProps = { refund: RefundDetail; onDecided: () => void; release: ReactNode }

/** Suggests the answer that fits what the rule expects. */
function answerFor(way: Way, { expectedOutcome }: RefundDetail): RefundAnswer {
  if (way === 'grant') return expectedOutcome === 'NOTHING_PAID' ? 'NOT_DELIVERED' : 'GOODWILL'
  if (expectedOutcome === 'SPENT' || expectedOutcome === 'NOTHING_PAID') return expectedOutcome
  return 'DELIVERED'
}

/** The ledger cannot take back what is spent, so the server refuses to pay for it. */
const isSpent = ({ order, given, recoverable }: RefundDetail) =>
  order?.state === 'COMPLETED' && giftText(given) !== giftText(recoverable)

/** Only a purchase that was credited, or a payment that is linked, can be paid back. */
const mayGrant = (refund: RefundDetail) => {
  const { order, type, payment } = refund
  return (
    (order?.state === 'COMPLETED' && !isSpent(refund)) ||
    order?.state === 'REFUNDED' ||
    (payment !== null && (type === 'UNMATCHED' || payment.state === 'FOREIGN'))
  )
}

/** A refund that was granted before has taken the purchase back and can only be paid. */
const mayDecline = ({ payoutId }: RefundDetail) => payoutId === null

/** Chooses the decision and writes the answer that the member reads. */
export function Decision({ refund, onDecided, release }: DecisionProps) {
  const { t } = useTranslation('refunds')
  const suggested: Way =
    mayGrant(refund) && (refund.expectedOutcome === 'REFUNDED' || !mayDecline(refund))
      ? 'grant'
      : 'decline'
  const [way, setWay] = useState<Way>(suggested)
  const [answer, setAnswer] = useState<RefundAnswer>(answerFor(suggested, refund))
  const write = (of: RefundAnswer) =>
    refundAnswer(of, refund.language, {
      amount: amountInPlain(refund),
      symbol: refund.symbol,
      product: refund.memberProduct,
    })
  const [note, setNote] = useState(write(answer))
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const problem = reasonProblem(note)

  function choose(next: Way) {
    setWay(next)
    writeAnswer(answerFor(next, refund))
  }

  function writeAnswer(next: RefundAnswer) {
    setAnswer(next)
    setNote(write(next))
  }

  const price = priceText(refund.amount, refund.symbol)
  const answers = way === 'grant' ? REFUND_ANSWERS : DECLINE_ANSWERS
  return (
    <>
      {mayGrant(refund) && mayDecline(refund) ? (
        <Choice
          look="segments"
          label={t('decision')}
          value={way}
          options={[
            ['grant', t('grant')],
            ['decline', t('decline')],
          ]}
          onValue={choose}
        />
      ) : (
        <Note icon="info">{t(onlyWay(refund))}</Note>
      )}
      <p className={classNames(text.small, text.soft)}>{effectOf(refund, way, t)}</p>
      <SelectField<RefundAnswer>
        label={t('template')}
        value={answer}
        options={answers.map((each) => [each, t(`answers.${each}`)] as const)}
        onValue={writeAnswer}
      />
      <div lang={refund.language}>
        <TextAreaField
          label={t('answer')}
          value={note}
          onValue={setNote}
          maxLength={REASON_MAX}
          help={t('sentIn', {
            language: t(`languages.${refund.language}`),
            length: formatNumber(note.length),
            most: formatNumber(REASON_MAX),
          })}
          problem={isChecked && problem ? t(`noteProblem.${problem}`) : undefined}
        />
      </div>
      <figure className={styles.phone} lang={refund.language}>
        <figcaption className={text.unseen}>{t('asRead')}</figcaption>
        <b>{alertText(ALERTS[way], refund.language).title}</b>
        <p>{note}</p>
      </figure>
      <div className={styles.buttons}>
        {release}
        <Button
          tone="primary"
          size="large"
          onClick={() => {
            setChecked(true)
            if (!problem) setAsking(true)
          }}
        >
          {way === 'grant' ? t('payBack', { price }) : t('declineRefund')}
        </Button>
      </div>
      {isAsking && (
        <DecisionDialog
          refund={refund}
          way={way}
          note={note.trim()}
          onDecided={onDecided}
          onClose={() => {
            setAsking(false)
            void readRefunds()
          }}
        />
      )}
    </>
  )
}

function onlyWay(refund: RefundDetail) {
  if (mayGrant(refund)) return 'onlyGrant'
  return isSpent(refund) ? 'onlyDeclineSpent' : 'onlyDecline'
}

const amountInPlain = ({ amount, payType }: RefundDetail) =>
  payType === 'TOKEN' ? formatAmount(amount) : formatNumber(Number(amount))

type T = ReturnType<typeof useTranslation<'refunds'>>['t']

function effectOf(refund: RefundDetail, way: Way, t: T): string {
  if (way === 'decline') return t('effectDecline')
  const back = giftText(refund.recoverable)
  const values = {
    gift: back,
    price: priceText(refund.amount, refund.symbol),
    address: refund.payTo === null ? '' : shortened(refund.payTo),
  }
  const sends = t(refund.payType === 'TOKEN' ? 'effectSend' : 'effectReturn', values)
  return back === '' ? sends : `${t('effectTakeBack', values)} ${sends}`
}

/** XP and tickets leave no treasury (C1). Tokens need a factor, and above a limit a second person. */
function levelOf({ payType, amount, symbol, today }: RefundDetail, way: Way): Level {
  if (way === 'decline' || payType !== 'TOKEN') return 'C1'
  const isAbove = Number(amount) > today.each || Number(today.granted) + Number(amount) > today.day
  // The limits are in USDS; any other token needs a second person.
  if (symbol !== 'USDS') return 'C4'
  return isAbove ? 'C4' : 'C3'
}

/** The ledger refuses to take back what was spent while the operator decided. */
function isRefusedAsSpent(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const { data } = error
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'SPENT'
}

function DecisionDialog({
  refund,
  way,
  note,
  onDecided,
  onClose,
}: {
  refund: RefundDetail
  way: Way
  note: string
  onDecided: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('refunds')
  const { refundId, nickname, amount, symbol, today, recoverable } = refund
  const price = priceText(amount, symbol)
  const level = levelOf(refund, way)
  const isGrant = way === 'grant'
  return (
    <Confirm
      level={level}
      title={t(isGrant ? 'grantTitle' : 'declineTitle', { id: refundId })}
      action={isGrant ? t('payBack', { price }) : t('declineRefund')}
      // The answer to the member is the reason.
      hasNoReason
      effect={[
        [t('member'), nickname],
        [t('paid'), price],
        ...(isGrant ? ([[t('takenBack'), giftText(recoverable) || t('nothing')]] as const) : []),
        ...(isGrant && level !== 'C1'
          ? ([
              [
                t('grantedTodayShort'),
                t('ofDay', { granted: today.granted, day: formatNumber(today.day) }),
              ],
            ] as const)
          : []),
      ]}
      note={note}
      {...(level === 'C3' || level === 'C4'
        ? { typed: { label: t('typeAmount', { amount }), expected: amount } }
        : {})}
      run={({ idempotencyKey }) =>
        decideRefund(refundId, { approve: isGrant, note }, idempotencyKey).catch(
          (error: unknown) => {
            if (!isRefusedAsSpent(error)) throw error
            const { code = 0, status, data, requestId } = error
            throw new ApiError({ code, status, data, requestId, msg: t('wasSpent') })
          },
        )
      }
      onDone={() => {
        showToast(t(isGrant ? 'granted' : 'declined', { id: refundId }))
        onDecided()
        void readRefunds()
      }}
      onClose={onClose}
    />
  )
}
