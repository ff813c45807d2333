import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { book, noteBooking } from './api.ts'
import type { Reconciled, ReconciledToken } from './api.ts'
import { formatExact } from './exact-amount.ts'

type BookDialogProps = { account: Reconciled; token: ReconciledToken; onClose: () => void }

const AMOUNT = /^-?\d{1,78}(\.\d{1,36})?$/
const HASH = /^0x[0-9a-fA-F]{64}$/

/** Books an amount that nothing in the records explains, such as a top-up of the treasury. */
export function BookDialog({ account, token, onClose }: BookDialogProps) {
  const { t } = useTranslation('books')
  const { symbol, contract, difference, expected, onChain } = token
  const [amount, setAmount] = useState(difference)
  const [hash, setHash] = useState('')
  const typed = amount.trim().replace('\u2212', '-')
  const isAmount = AMOUNT.test(typed) && !/^-?[0.]+$/.test(typed)
  const isHash = hash.trim() === '' || HASH.test(hash.trim())
  return (
    <Confirm
      level="C3"
      title={t('bookTitle', { symbol, name: account.networkName })}
      action={t('bookAction', { amount: isAmount ? formatExact(typed) : '…', symbol })}
      effect={[
        [t('expected'), formatExact(expected)],
        [t('onChain'), formatExact(onChain)],
        [t('difference'), formatExact(difference)],
      ]}
      note={t('bookNote')}
      isReady={isAmount && isHash}
      fields={(isChecked) => (
        <>
          <Field
            label={t('bookAmount', { symbol })}
            value={amount}
            onValue={setAmount}
            inputMode="decimal"
            autoComplete="off"
            problem={isChecked && !isAmount ? t('amountProblem') : undefined}
          />
          <Field
            label={t('bookHash')}
            value={hash}
            onValue={setHash}
            autoComplete="off"
            help={t('bookHashHelp')}
            problem={isChecked && !isHash ? t('hashProblem') : undefined}
          />
        </>
      )}
      run={({ reason, idempotencyKey }) =>
        book(
          account.accountId,
          { contract, amount: typed, difference, txHash: hash.trim() || null, reason },
          idempotencyKey,
        )
      }
      onDone={() => {
        onClose()
        showToast(t('bookedToast'))
        void noteBooking()
      }}
      onClose={onClose}
    />
  )
}
