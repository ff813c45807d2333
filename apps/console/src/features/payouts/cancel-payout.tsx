import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { policyQuery } from '#/shell/policy-query.ts'
import { Button } from '#/ui/button.tsx'
import { cancelPayout, readPayouts } from './api.ts'
import type { PayoutDetail } from './api.ts'

/** The policy limits this token; every other one always needs a second person. */
const POLICY_SYMBOL = 'USDS'

/** Gives a payout up that has no nonce, or whose nonce another transaction has used. */
export function CancelPayout({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts')
  const may = useMay()
  const { data: policy } = useQuery({ ...policyQuery, enabled: may('approval.policy') })
  const [isAsking, setAsking] = useState(false)
  if (!may('payout.cancel')) return null
  const { payoutId, amount, symbol, purpose, nickname, userId } = payout
  const isSmall = symbol === POLICY_SYMBOL && Number(amount) <= (policy?.payoutUsds ?? 0)
  return (
    <>
      <Button tone="risk" onClick={() => setAsking(true)}>
        {t('giveUp')}
      </Button>
      {isAsking && (
        <Confirm
          level={isSmall ? 'C3' : 'C4'}
          isDanger
          title={t('giveUpTitle', { id: payoutId })}
          action={t(isSmall ? 'giveUpAction' : 'giveUpAsk', { amount, symbol })}
          effect={[
            [t('amount'), `${formatAmount(amount)} ${symbol}`],
            [t('purpose'), t(`member:payouts.purposes.${purpose}`)],
            ...(userId === null ? [] : [[t('member'), nickname ?? String(userId)] as const]),
          ]}
          note={t(
            `givenUp.${purpose === 'WITHDRAWAL' || purpose === 'REFUND' || purpose === 'REWARD' ? purpose : 'other'}`,
          )}
          typed={{ label: t('typeAmount', { amount }), expected: amount }}
          run={({ reason, idempotencyKey }) => cancelPayout(payoutId, reason, idempotencyKey)}
          onDone={() => {
            setAsking(false)
            readPayouts()
            showToast(t('givenUpToast', { id: payoutId }))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
