import { useState } from 'react'
import { OPERATOR_ROLES } from '@solstice/contract/endpoint'
import type { OperatorRole } from '@solstice/contract/endpoint'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { readOperators } from './api.ts'

const NAME = /^[a-z0-9][a-z0-9._-]{1,39}$/

/** Appoints a person, who gets a link by mail, or a machine, whose token is shown once. */
export function AddOperator({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operators')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OperatorRole>('SUPPORT')
  const [kind, setKind] = useState<'PERSON' | 'MACHINE'>('PERSON')
  const [token, setToken] = useState<string>()
  const isPerson = kind === 'PERSON'
  const isNamed = NAME.test(name)
  const isReachable = !isPerson || /^[^\s@]+@[^\s@]+$/.test(email.trim())

  if (token !== undefined) {
    return (
      <Dialog
        // The token comes once, so Escape does not close it.
        title={t('tokenTitle', { name })}
        actions={
          <Button tone="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        }
      >
        <Note tone="warn">{t('tokenNote')}</Note>
        <code>{token}</code>
      </Dialog>
    )
  }
  return (
    <Confirm
      level="C4"
      title={t('addTitle')}
      action={t('addAction', { name: name || '…' })}
      effect={[[t('rights'), t(`me:roleRights.${role}`)]]}
      note={isPerson ? t('addNote') : t('addMachineNote')}
      isReady={isNamed && isReachable}
      fields={(isChecked) => (
        <>
          <SelectField
            label={t('kind')}
            value={kind}
            options={(['PERSON', 'MACHINE'] as const).map(
              (each) => [each, t(`me:kinds.${each}`)] as const,
            )}
            onValue={setKind}
          />
          <Field
            label={t('name')}
            help={t('nameHelp')}
            problem={isChecked && !isNamed ? t('nameProblem') : undefined}
            value={name}
            onValue={(value) => setName(value.toLowerCase())}
            autoComplete="off"
          />
          {isPerson && (
            <Field
              label={t('email')}
              type="email"
              problem={isChecked && !isReachable ? t('emailProblem') : undefined}
              value={email}
              onValue={setEmail}
              autoComplete="off"
            />
          )}
          <SelectField
            label={t('role')}
            value={role}
            options={OPERATOR_ROLES.map((each) => [each, t(`roles:${each}`)] as const)}
            onValue={setRole}
          />
        </>
      )}
      run={({ idempotencyKey, reason }) =>
        call(
          operatorEndpoints['operator.addOperator'],
          { body: { name, role, kind, reason, ...(isPerson && { email: email.trim() }) } },
          { idempotencyKey },
        )
      }
      onDone={(added) => {
        readOperators()
        if (added.token !== null) return setToken(added.token)
        showToast(t('added', { name: added.name }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
