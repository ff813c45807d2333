import { startOfNextDay } from '@solstice/rules/programme-day'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import art from '#/art/empty-history.svg'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { inviteSummaryQuery, registeredWalletQuery, termsQuery } from './api.ts'
import type { InviteSummary, InviteTerms, Withdrawal } from './api.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import styles from './withdraw.module.css'

type WithdrawScreenProps = {
  /** The reason why payouts are on hold, if they are. */
  hold: ReactNode
  /** Resolves to undefined when the member cancels. */
  promptForPin: () => Promise<string | undefined>
  onWithdrawn: (withdrawal: Withdrawal) => void
}

/**
 * Withdraws from the referral balance to the member's wallet: amount, destination, and earlier
 * withdrawals.
 */
export function WithdrawScreen({ hold, promptForPin, onWithdrawn }: WithdrawScreenProps) {
  const { t } = useTranslation('invite')
  const back = useBack()
  const terms = useQuery(termsQuery())
  const summary = useQuery(inviteSummaryQuery())
  const wallet = useQuery(registeredWalletQuery())
  const header = <ScreenHeader back={back} title={t('withdraw.title')} />
  const isReady = terms.data && summary.data && wallet.data !== undefined
  const isHeld = hold !== undefined || summary.data?.withdrawalsPausedUntil !== null
  if (isReady && !isHeld && isOpen(terms.data, summary.data) && wallet.data !== null) {
    return (
      <WithdrawForm
        header={header}
        terms={terms.data}
        summary={summary.data}
        address={wallet.data}
        promptForPin={promptForPin}
        onWithdrawn={onWithdrawn}
      />
    )
  }
  return (
    <Screen header={header} dock={isReady && <NextStep hasWallet={wallet.data !== null} />}>
      <Loaded
        query={terms.data ? (summary.data ? wallet : summary) : terms}
        skeleton={<WithdrawSkeleton />}
        failed={t('withdraw.failed')}
      >
        {() =>
          isReady ? (
            <div className={styles.page}>
              <Balance terms={terms.data} summary={summary.data} />
              {hold}
              <UnavailableReason
                terms={terms.data}
                summary={summary.data}
                hasWallet={wallet.data !== null}
              />
              <WithdrawalList />
            </div>
          ) : (
            <WithdrawSkeleton />
          )
        }
      </Loaded>
    </Screen>
  )
}

/** Returns true when balance, daily limit and networks allow a withdrawal, regardless of holds. */
function isOpen(terms: InviteTerms, summary: InviteSummary): boolean {
  const least = Number(terms.minWithdraw)
  return (
    terms.networks.length > 0 &&
    Number(summary.withdrawable) >= least &&
    Number(summary.withdrawLimitLeft) >= least &&
    Number(summary.withdrawable) > 0
  )
}

function Balance({ terms, summary }: { terms: InviteTerms; summary: InviteSummary }) {
  const { t } = useTranslation('invite')
  return (
    <div className={styles.balance}>
      <p className={classNames(text.small, text.soft)}>{t('withdraw.balance')}</p>
      <p className={text.display}>
        {formatAmount(summary.withdrawable)}{' '}
        <span className={text.faint}>{terms.referralSymbol}</span>
      </p>
    </div>
  )
}

type UnavailableReasonProps = { terms: InviteTerms; summary: InviteSummary; hasWallet: boolean }

/**
 * Shows the first reason that prevents a withdrawal and what would change it. Shows none when only
 * a hold prevents it.
 */
function UnavailableReason({ terms, summary, hasWallet }: UnavailableReasonProps) {
  const { t } = useTranslation('invite')
  const symbol = terms.referralSymbol
  const least = Number(terms.minWithdraw)
  if (!hasWallet) {
    return <Notice title={t('withdraw.noWallet')}>{t('withdraw.noWalletText')}</Notice>
  }
  if (Number(summary.withdrawable) < least || Number(summary.withdrawable) === 0) {
    return (
      <EmptyState art={art} title={t('withdraw.tooLittle')}>
        {t('withdraw.tooLittleText', { min: formatAmount(terms.minWithdraw), symbol })}
      </EmptyState>
    )
  }
  if (Number(summary.withdrawLimitLeft) < least) {
    return (
      <Notice title={t('withdraw.limitReached')}>
        {t('withdraw.limitText', {
          max: formatAmount(terms.maxWithdrawPerDay),
          symbol,
          time: formatOwnMinute(startOfNextDay(new Date(serverNow())).getTime()),
        })}
      </Notice>
    )
  }
  if (isOpen(terms, summary)) return null
  return <Notice title={t('withdraw.noNetwork')}>{t('withdraw.noNetworkText', { symbol })}</Notice>
}

function NextStep({ hasWallet }: { hasWallet: boolean }) {
  const { t } = useTranslation('invite')
  return hasWallet ? (
    <Link to="/rewards/invite-event/" className={buttonClass('lit')}>
      {t('withdraw.invite')}
    </Link>
  ) : (
    <Link to="/wallet/create/" className={buttonClass('lit')}>
      {t('withdraw.createWallet')}
    </Link>
  )
}

function WithdrawSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton isCard width="100%" height="112px" />
      <Skeleton isCard width="100%" height="136px" />
    </div>
  )
}
