import { useState } from 'react'
import { unitsOf } from '@solstice/rules/amount'
import { needsApproval } from '@solstice/rules/approval'
import { DEFAULT_APPROVAL_POLICY } from '@solstice/rules/approval-policy'
import { formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { noteTreasury } from '#/shell/freeze/treasury-query.ts'
import type { Treasury } from '#/shell/freeze/treasury-query.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { setCaps } from './api.ts'

type Cap = Treasury['caps'][number]

const FIELDS = ['perMember', 'perDay', 'refundsPerDay'] as const
const DECIMALS = 18

/** Changes the caps of a token: lower ones apply at once, higher ones need a second person. */
export function ChangeCaps({ cap, onClose }: { cap: Cap; onClose: () => void }) {
  const { t } = useTranslation('treasury')
  const { symbol } = cap
  const [given, setGiven] = useState({
    perMember: cap.perMember,
    perDay: cap.perDay,
    refundsPerDay: cap.refundsPerDay,
  })
  const isValid = (amount: string) => (unitsOf(amount, DECIMALS) ?? 0n) > 0n
  const isReady = FIELDS.every((name) => isValid(given[name]))
  const isChanged = FIELDS.some((name) => given[name] !== cap[name])
  const before = { perMember: cap.perMember, perDay: cap.perDay, refundsPerDay: cap.refundsPerDay }
  // The policy has no limit for caps.
  const isRaise =
    isReady && needsApproval('CAPS', { before, after: given }, DEFAULT_APPROVAL_POLICY).length > 0
  return (
    <Confirm
      level={isRaise ? 'C4' : 'C2'}
      title={t('capsOf', { symbol })}
      action={t(isRaise ? 'capsRaise' : 'capsLower', { symbol })}
      effect={[
        [t('paidToday'), formatShortAmount(cap.paidToday)],
        [t('refundedToday'), formatShortAmount(cap.refundedToday)],
      ]}
      note={t(isRaise ? 'capsRaiseNote' : 'capsLowerNote')}
      isReady={isReady && isChanged}
      fields={(isChecked) => (
        <>
          {FIELDS.map((name) => (
            <Field
              key={name}
              label={t(`capFields.${name}`)}
              inputMode="decimal"
              value={given[name]}
              onValue={(value) => setGiven({ ...given, [name]: value.trim() })}
              problem={isChecked && !isValid(given[name]) ? t('capInvalid') : undefined}
              help={t('capNow', { amount: formatShortAmount(cap[name]) })}
            />
          ))}
          {cap.default && (
            <Button
              size="small"
              tone="plain"
              icon="retry"
              onClick={() => cap.default && setGiven({ ...cap.default })}
            >
              {t('capDefault')}
            </Button>
          )}
        </>
      )}
      typed={{ label: t('typeSymbol', { symbol }), expected: symbol }}
      run={(confirmed) => setCaps(symbol, { ...given, ...confirmed })}
      onDone={(treasury) => {
        onClose()
        noteTreasury(treasury)
        showToast(t('capsSaved', { symbol }))
      }}
      onClose={onClose}
    />
  )
}
