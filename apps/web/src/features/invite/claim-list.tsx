import { useState } from 'react'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useEndOnceSeen, useIsUnconfirmed } from '#/lib/intent.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import { Row, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import type { Availability, InviteTerms } from './api.ts'
import styles from './claim-list.module.css'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Reason } from './reason-sheet.tsx'
import { useClaimReason } from './reasons.ts'
import { claimIntent, useClaim } from './use-claim.ts'

/** Lists the invite rewards, the progress of each, and why one cannot be claimed now. */
export function ClaimList({
  terms,
  claims,
}: {
  terms: InviteTerms
  claims: readonly Availability[]
}) {
  const { claim, busy } = useClaim(terms)
  const reasonOf = useClaimReason(terms)
  const [reason, setReason] = useState<Reason>()
  return (
    <>
      {claims.map((each) => (
        <UnconfirmedClaim
          key={each.type}
          claim={each}
          isBusy={busy === each.type}
          onRetry={() => void claim(each.type)}
        />
      ))}
      <Rows>
        {claims.map((each) => (
          <Row key={each.type}>
            <ClaimRow
              claim={each}
              terms={terms}
              isBusy={busy === each.type}
              onClaim={() => void claim(each.type)}
              onOpen={openReason(each)}
            />
          </Row>
        ))}
      </Rows>
      {reason && <ReasonSheet reason={reason} onClose={() => setReason(undefined)} />}
    </>
  )

  function openReason(each: Availability): (() => void) | undefined {
    const why = reasonOf(each)
    return why && (() => setReason(why))
  }
}

type UnconfirmedClaimProps = { claim: Availability; isBusy: boolean; onRetry: () => void }

/**
 * Shown while the reward can still be claimed; once the server has counted it, its row shows that.
 */
function UnconfirmedClaim({ claim, isBusy, onRetry }: UnconfirmedClaimProps) {
  const { t } = useTranslation('invite')
  const intent = claimIntent(claim.type)
  const isUnconfirmed = useIsUnconfirmed(intent)
  useEndOnceSeen(intent, !claim.available)
  if (!isUnconfirmed || !claim.available) return null
  return (
    <UnconfirmedNotice title={t('claim.unconfirmed.title')} onRetry={onRetry} isBusy={isBusy}>
      {t('claim.unconfirmed.text')}
    </UnconfirmedNotice>
  )
}

type ClaimRowProps = {
  claim: Availability
  terms: InviteTerms
  isBusy: boolean
  onClaim: () => void
  /** Opens the explanation of a waiting reward. */
  onOpen: (() => void) | undefined
}

function ClaimRow({ claim, terms, isBusy, onClaim, onOpen }: ClaimRowProps) {
  const { t } = useTranslation('invite')
  const { type, progress, goal, available, claimed } = claim
  const rewardLabel = rewardText()
  const content = (
    <>
      <span className={styles.text}>
        <span className={text.strong}>{t(`claim.${type}.name`, { count: goal })}</span>
        <span className={classNames(text.small, text.soft, text.number)}>{noteOf()}</span>
        {type === 'TOTAL_INVITE' && !claimed && (
          <span className={styles.bar}>
            <ProgressBar value={goal === 0 ? 0 : progress / goal} />
          </span>
        )}
      </span>
      {available || isBusy ? (
        <Button variant="quiet" isCompact isBusy={isBusy} onClick={onClaim}>
          {t('claim.take', { worth: rewardLabel })}
        </Button>
      ) : (
        <span className={classNames(text.number, claimed ? text.soft : text.strong, styles.amount)}>
          {claimed && <Icon name="check" size={16} />}
          {rewardLabel}
        </span>
      )}
      {onOpen && <Icon name="next" size={20} />}
    </>
  )
  return onOpen ? (
    <button type="button" className={classNames(rowTargetClass, styles.row)} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <div className={classNames(rowTextClass, styles.row)}>{content}</div>
  )

  /** While nothing can be claimed, shows what the next friend would earn. */
  function rewardText(): string {
    if (type !== 'REFERRAL') return t('xp', { xp: formatNumber(Number(claim.amount)) })
    const amount = available ? claim.amount : terms.referralReward
    const rewardLabel = `${formatAmount(amount)} ${terms.referralSymbol}`
    return available ? rewardLabel : t('claim.each', { worth: rewardLabel })
  }

  function noteOf(): string {
    if (available) return t(`claim.${type}.ready`, { count: goal })
    if (claim.reason === 'WAITING' && claim.claimableAt !== null) {
      return t('claim.waitingUntil', { time: formatOwnMinute(claim.claimableAt), count: goal })
    }
    if (claim.reason === 'NOT_ENOUGH_INVITES' && type === 'TOTAL_INVITE') {
      return t('claim.progress', { progress, goal })
    }
    return claim.reason === null ? '' : t(`claim.no.${claim.reason}`)
  }
}
