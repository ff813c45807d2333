import { useState } from 'react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import table from '#/ui/table.module.css'
import { readOperators } from './api.ts'
import type { Operator } from './api.ts'

type Asking = 'role' | 'enrolment' | 'disable'

/** Offers to change the role of an operator, to mail a new link, and to disable the account. */
export function OperatorActions({ operator }: { operator: Operator }) {
  const { t } = useTranslation('operators')
  const [asking, setAsking] = useState<Asking>()
  const [role, setRole] = useState(operator.role)
  const { operatorId, name, openSessions } = operator
  const params = { operatorId }
  const close = () => setAsking(undefined)
  const done = (message: string) => () => {
    close()
    readOperators()
    showToast(message)
  }
  return (
    <div className={table.actions}>
      <Button
        size="small"
        aria-label={t('changeNamed', { name })}
        onClick={() => setAsking('role')}
      >
        {t('change')}
      </Button>
      {operator.kind === 'PERSON' && (
        <Button
          size="small"
          aria-label={t('enrolmentNamed', { name })}
          onClick={() => setAsking('enrolment')}
        >
          {t('enrolment')}
        </Button>
      )}
      <Button
        size="small"
        tone="risk"
        aria-label={t('disableNamed', { name })}
        onClick={() => setAsking('disable')}
      >
        {t('disable')}
      </Button>
      {asking === 'role' && (
        <Confirm
          level="C4"
          hasNoReason
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
          run={({ idempotencyKey }) =>
            call(
              operatorEndpoints['operator.change'],
              { params, body: { role } },
              { idempotencyKey },
            )
          }
          onDone={done(t('changed', { name }))}
          onClose={close}
        />
      )}
      {asking === 'enrolment' && (
        <Confirm
          level="C4"
          hasNoReason
          title={t('enrolmentTitle', { name })}
          action={t('enrolment')}
          effect={[
            [t('email'), operator.email],
            [t('factorsReplaced'), operator.factors.length],
          ]}
          note={t('enrolmentNote')}
          run={({ idempotencyKey }) =>
            call(operatorEndpoints['operator.sendEnrolment'], { params }, { idempotencyKey })
          }
          onDone={done(t('enrolmentSent', { name }))}
          onClose={close}
        />
      )}
      {asking === 'disable' && (
        <Confirm
          level="C3"
          hasNoReason
          isDanger
          title={t('disableTitle', { name })}
          action={t('disable')}
          effect={[[t('sessionsEnded'), openSessions]]}
          typed={{ label: t('typeName', { name }), expected: name }}
          run={({ idempotencyKey }) =>
            call(operatorEndpoints['operator.disableOperator'], { params }, { idempotencyKey })
          }
          onDone={done(t('disabled', { name }))}
          onClose={close}
        />
      )}
    </div>
  )
}
