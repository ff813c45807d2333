import { Link } from '@tanstack/react-router'
import { formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatMinute } from '#/lib/times.ts'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import type { PayoutDetail } from './api.ts'
import { holdKind, useHoldWords } from './hold-words.ts'
import styles from './payouts.module.css'

/** Says why a payout waits, until when, what ends the wait and who can do it. */
export function HoldNote({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  const { nameOf, remedyOf } = useHoldWords()
  const { state, heldFor, holdNow, notBefore, isStopped, caps } = payout
  if (state === 'CONFIRMED' || state === 'FAILED') return null
  if (isStopped) {
    return (
      <Note tone="bad" icon="freeze">
        <div className={styles.hold}>
          <p>
            <b>{t('stopped')}</b> {t('stoppedRemedy')}
          </p>
          <Remedy payout={payout} kind="STOPPED" />
        </div>
      </Note>
    )
  }
  if (heldFor === null) return null
  // The caps or the account may have changed since the payout was tried last.
  const hasPassed = state === 'QUEUED' && holdNow === null && isDecidedAgain(heldFor)
  return (
    <Note tone="warn" icon="clock">
      <div className={styles.hold}>
        <p>
          <b>{nameOf(heldFor)}.</b>{' '}
          {notBefore !== null && t('triedAt', { time: formatMinute(notBefore) })}
        </p>
        {caps && holdKind(heldFor).endsWith('_CAP') && heldFor !== 'NO_CAP' && (
          <p>{t('capsLeft', usedOf(payout, caps))}</p>
        )}
        <p>{hasPassed ? t('passed') : remedyOf(heldFor)}</p>
        {!hasPassed && <Remedy payout={payout} kind={heldFor} />}
      </div>
    </Note>
  )
}

/** The reasons that concern the member's account, not the treasury. */
const BY_MEMBER = ['MEMBER_SUSPENDED', 'MEMBER_DISABLED', 'FROZEN', 'PAUSED', 'FAIR_PLAY']

/** The reasons that the rule finds again from stored facts; others need the chain or the signer. */
const isDecidedAgain = (reason: string) =>
  holdKind(reason).endsWith('_CAP') ||
  ['PAUSED', 'FROZEN', 'MEMBER_SUSPENDED', 'MEMBER_DISABLED'].includes(reason)

function usedOf(
  { purpose, heldFor, symbol }: PayoutDetail,
  caps: NonNullable<PayoutDetail['caps']>,
) {
  const values = (used: string, cap: string) => ({
    used: formatShortAmount(used),
    cap: formatShortAmount(cap),
    symbol,
  })
  if (purpose === 'REFUND') return values(caps.refundedToday, caps.refundsPerDay)
  return heldFor === 'MEMBER_CAP'
    ? values(caps.paidToMember, caps.perMember)
    : values(caps.paidToday, caps.perDay)
}

/** Links to the page on which the remedy is, if there is one and the role may open it. */
function Remedy({ payout: { userId }, kind }: { payout: PayoutDetail; kind: string }) {
  const { t } = useTranslation('payouts')
  const may = useMay()
  const isOfMember = BY_MEMBER.includes(kind)
  if (isOfMember) {
    if (userId === null || !may('operator.showMember')) return null
    return (
      <Link {...memberAddress(userId)} className={text.link}>
        {t('openMember')}
      </Link>
    )
  }
  const isOfTreasury = kind === 'STOPPED' || kind === 'LOW_BALANCE' || kind.endsWith('_CAP')
  if (!isOfTreasury || !may('payout.treasury')) return null
  return (
    <Link to="/money/treasury" className={text.link}>
      {t('openTreasury')}
    </Link>
  )
}
