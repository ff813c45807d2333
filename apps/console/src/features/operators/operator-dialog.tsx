import { useState } from 'react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { SelectField } from '#/ui/field.tsx'
import { readOperators } from './api.ts'
import type { Operator } from './api.ts'

export type OperatorAction = 'role' | 'enrolment' | 'disable'

type OperatorDialogProps = { operator: Operator; action: OperatorAction; onClose: () => void }

/**
 * Confirms an action on one operator, with the values that the list showed when it was opened. It is
 * rendered outside the list, so that it stays when the operator changes or leaves the page.
 */
export function OperatorDialog({ operator, action, onClose }: OperatorDialogProps) {
  const { t } = useTranslation('operators')
  const [role, setRole] = useState(operator.role)
  const { operatorId, name, openSessions } = operator
  const params = { operatorId }
  const done = (message: string) => () => {
    onClose()
    readOperators()
    showToast(message)
  }
  switch (action) {
    case 'role':
      return (
        <Confirm
          level="C4"
          title={t('changeTitle', { name })}
          action={t('changeAction', { role: t(`roles:${role}`) })}
          effect={[
            [t('now'), t(`roles:${operator.role}`)],
            [t('after'), t(`roles:${role}`)],
            [t('sessionsEnded'), openSessions],
          ]}
          isReady={role !== operator.role}
          fields={(isChecked) => (
            <SelectField
              label={t('role')}
              value={role}
              options={OPERATOR_ROLES.map((each) => [each, t(`roles:${each}`)] as const)}
              onValue={setRole}
              help={t(`me:roleRights.${role}`)}
              problem={isChecked && role === operator.role ? t('roleProblem') : undefined}
            />
          )}
          run={({ idempotencyKey, reason }) =>
            call(
              operatorEndpoints['operator.change'],
              { params, body: { role, reason } },
              { idempotencyKey },
            )
          }
          onDone={done(t('changed', { name }))}
          onClose={onClose}
        />
      )
    case 'enrolment':
      return (
        <Confirm
          level="C4"
          title={t('enrolmentTitle', { name })}
          action={t('enrolment')}
          effect={[
            [t('email'), operator.email],
            [t('factorsReplaced'), operator.factors.length],
          ]}
          note={t('enrolmentNote')}
          run={({ idempotencyKey, reason }) =>
            call(
              operatorEndpoints['operator.sendEnrolment'],
              { params, body: { reason } },
              { idempotencyKey },
            )
          }
          onDone={done(t('enrolmentSent', { name }))}
          onClose={onClose}
        />
      )
    case 'disable':
      return (
        <Confirm
          level="C3"
          isDanger
          title={t('disableTitle', { name })}
          action={t('disable')}
          effect={[[t('sessionsEnded'), openSessions]]}
          typed={{ label: t('typeName', { name }), expected: name }}
          run={({ idempotencyKey, reason }) =>
            call(
              operatorEndpoints['operator.disableOperator'],
              { params, body: { reason } },
              { idempotencyKey },
            )
          }
          onDone={done(t('disabled', { name }))}
          onClose={onClose}
        />
      )
  }
}
