import { useState } from 'react'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { boundsOf, parseLimit, unitOf } from './policy-fields.ts'
import type { PolicyField } from './policy-fields.ts'

type ChangeLimitProps = { field: PolicyField; present: number; onClose: () => void }

/** Changes one limit: lowering it applies at once, and raising it needs another owner. */
export function ChangeLimit({ field, present, onClose }: ChangeLimitProps) {
  const { t } = useTranslation('policy')
  const [typed, setTyped] = useState('')
  const value = parseLimit(field, typed, present)
  const isRaise = value !== undefined && value > present
  const [min, max] = boundsOf(field)
  const unit = unitOf(field)
  const text = (limit: number) => [formatNumber(limit), unit].filter(Boolean).join(' ')
  const action =
    value === undefined
      ? t('chooseAction')
      : t(isRaise ? 'raiseAction' : 'lowerAction', { value: text(value) })
  return (
    <Confirm
      level={isRaise ? 'C4' : 'C3'}
      title={t('changeTitle', { name: t(`names.${field}`) })}
      action={action}
      effect={[
        [t('now'), text(present)],
        [t('after'), value === undefined ? '–' : text(value)],
      ]}
      note={value === undefined ? undefined : t(isRaise ? 'raiseNote' : 'lower')}
      isReady={value !== undefined}
      fields={(isChecked) => (
        <Field
          label={t('newValue')}
          value={typed}
          onValue={setTyped}
          inputMode="numeric"
          autoComplete="off"
          problem={
            isChecked && value === undefined
              ? t('valueProblem', { min: formatNumber(min), max: formatNumber(max) })
              : undefined
          }
        />
      )}
      run={({ reason, idempotencyKey }) =>
        call(
          approvalEndpoints['approval.setPolicy'],
          { body: { [field]: value, reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        void queryClient.invalidateQueries({ queryKey: ['policy'] })
        void queryClient.invalidateQueries({ queryKey: ['history'] })
        showToast(t('changed'))
      }}
      onClose={onClose}
    />
  )
}
