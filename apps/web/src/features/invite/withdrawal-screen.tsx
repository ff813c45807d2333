import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import art from '#/art/empty-history.svg'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { webSettings } from '#/lib/settings.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { itemPollInterval, itemQuery } from '#/shell/item-query.ts'
import { useBack } from '#/shell/use-back.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { TransferIllustration } from '#/ui/transfer-illustration.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import type { StepState } from '#/ui/step-list.tsx'
import text from '#/ui/text.module.css'
import { termsQuery, useWithdrawals } from './api.ts'
import type { Withdrawal } from './api.ts'
import { Address } from './withdraw-form.tsx'
import styles from './withdraw.module.css'

/**
 * Shows the progress of a withdrawal, from the request to the wallet. Without an id it shows the
 * newest.
 */
export function WithdrawalScreen({ withdrawalId }: { withdrawalId: number | undefined }) {
  const { t } = useTranslation('invite')
  const back = useBack()
  const [sinceMs] = useState(() => Date.now())
  const query = useWithdrawals()
  const { hasNextPage, isFetching, fetchNextPage, refetch } = query
  const shown =
    withdrawalId === undefined
      ? query.data?.[0]
      : query.data?.find((each) => each.withdrawalId === withdrawalId)
  const isMissing = query.data !== undefined && shown === undefined

  // Older withdrawals are on later pages, and the newest may appear in the list a moment later.
  useEffect(() => {
    if (!isMissing || isFetching) return undefined
    if (hasNextPage) void fetchNextPage()
    const wait = hasNextPage ? false : itemPollInterval(sinceMs)
    if (wait === false) return undefined
    const timer = setTimeout(() => void refetch(), wait)
    return () => clearTimeout(timer)
  }, [isMissing, isFetching, hasNextPage, fetchNextPage, refetch, sinceMs])

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('withdrawal.title')} />}
      dock={<Dock withdrawal={shown} />}
    >
      <Loaded
        query={hasNextPage ? { ...query, data: shown } : itemQuery(query, shown)}
        skeleton={<WithdrawalSkeleton />}
        failed={t('withdraw.failed')}
      >
        {(withdrawal) =>
          withdrawal ? (
            <Follow withdrawal={withdrawal} />
          ) : (
            <EmptyState art={art} title={t('withdrawal.none')}>
              {t('withdrawal.noneText')}
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}

export function Dock({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  const { t } = useTranslation('invite')
  const isThere = withdrawal?.status === 'CONFIRMED'
  return (
    <>
      {withdrawal && withdrawal.status !== 'FAILED' ? (
        <Link to="/wallet/" className={buttonClass(isThere ? 'lit' : 'quiet')}>
          {t('withdrawal.toWallet')}
        </Link>
      ) : (
        <Link to="/more/withdraw" className={buttonClass('lit')}>
          {t(withdrawal?.status === 'FAILED' ? 'withdrawal.again' : 'withdrawal.toBalance')}
        </Link>
      )}
      {withdrawal?.txHash && (
        <Link
          to="/wallet/history/$txId/"
          params={{ txId: withdrawal.txHash }}
          search={{ chainId: withdrawal.chainId }}
          className={buttonClass('text')}
        >
          {t('withdrawal.details')}
        </Link>
      )}
    </>
  )
}

/** After this time the screen says that the withdrawal takes longer than expected. */
const LATE_MS = 10 * 60_000

function Follow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('invite')
  const { data: terms } = useQuery(termsQuery())
  const { status, amount, symbol, address, chainId, createdAt, txHash } = withdrawal
  const network = terms?.networks.find((each) => each.chainId === chainId)?.networkName
  const [requested, sent, confirmed] = stepsOf(status)
  const isLate = useNow() - Date.parse(createdAt) > LATE_MS
  return (
    <div className={styles.page}>
      <div className={styles.illustration}>
        <TransferIllustration at={positionOf(status)} className={styles.way} />
        <h2 className={text.headline}>{t(`withdrawal.headline.${status}`)}</h2>
        <p className={classNames(text.soft, text.number)}>
          {formatAmount(amount)} {symbol}
        </p>
        {status !== 'CONFIRMED' && <WhyButton entryId={`withdrawal:${withdrawal.withdrawalId}`} />}
      </div>
      {status === 'FAILED' && <Failure withdrawal={withdrawal} />}
      <LiveSteps
        steps={[
          {
            name: 'requested',
            state: requested,
            label: t('withdrawal.steps.requested'),
            note: formatOwnMinute(createdAt),
          },
          {
            name: 'sent',
            state: sent,
            label:
              status === 'FAILED'
                ? t('withdrawal.steps.notSent')
                : t('withdrawal.steps.sent', { network: network ?? `#${chainId}` }),
            note:
              status === 'REQUESTED'
                ? t(isLate ? 'withdrawal.late' : 'withdrawal.soon')
                : undefined,
          },
          {
            name: 'confirmed',
            state: confirmed,
            label: t('withdrawal.steps.confirmed'),
            note:
              status === 'SENT' ? t(isLate ? 'withdrawal.late' : 'withdrawal.leave') : undefined,
          },
        ]}
      />
      <Card>
        <dl className={styles.facts}>
          <div>
            <dt className={classNames(text.small, text.soft)}>{t('withdraw.to')}</dt>
            <dd>
              <Address address={address} />
            </dd>
          </div>
          {txHash && (
            <div>
              <dt className={classNames(text.small, text.soft)}>{t('withdrawal.hash')}</dt>
              <dd className={classNames(text.small, styles.address)}>{txHash}</dd>
            </div>
          )}
        </dl>
      </Card>
    </div>
  )
}

/** Explains why it failed, where the money is, and what happens next. */
export function Failure({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('invite')
  const { failure } = withdrawal
  const reason = t(`withdrawal.failure.${failure ?? 'UNKNOWN'}`, {
    email: webSettings().supportEmail,
  })
  const mustWait = failure === 'LIMIT' || failure === 'PAUSED'
  return (
    <Notice>
      {reason} {t(mustWait ? `withdrawal.failedWait.${failure}` : 'withdrawal.failedText')}
    </Notice>
  )
}

function stepsOf(status: Withdrawal['status']): [StepState, StepState, StepState] {
  switch (status) {
    case 'REQUESTED':
      return ['done', 'now', 'later']
    case 'SENT':
      return ['done', 'done', 'now']
    case 'CONFIRMED':
      return ['done', 'done', 'done']
    case 'FAILED':
      return ['done', 'failed', 'later']
  }
}

/**
 * Returns the position of the star: on the way to the wallet, arrived, or back when the payout
 * failed.
 */
function positionOf(status: Withdrawal['status']): 'underway' | 'there' | 'back' {
  if (status === 'CONFIRMED') return 'there'
  return status === 'FAILED' ? 'back' : 'underway'
}

function WithdrawalSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton isCard width="100%" height="240px" />
      <Skeleton isCard width="100%" height="168px" />
    </div>
  )
}
