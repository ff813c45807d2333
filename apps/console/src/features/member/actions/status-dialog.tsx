import { useState } from 'react'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { reasonProblem } from '#/lib/reason.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { readMember } from '#/features/member/api.ts'
import type { Member } from '#/features/member/api.ts'

export type StatusAction = 'suspend' | 'disable' | 'restore'

const NOTE_MAX = 200
const AFTER = { suspend: 'SUSPENDED', disable: 'DISABLED', restore: 'ACTIVE' } as const

type StatusDialogProps = { action: StatusAction; member: Member; onClose: () => void }

/** Suspends, disables or restores a member, as shown when the dialog was opened. */
export function StatusDialog({ action, member, onClose }: StatusDialogProps) {
  const { t } = useTranslation('member')
  // The member may change while the dialog is open, but the person confirms what they read.
  const [{ userId, nickname, status, openSessions }] = useState(member)
  const [note, setNote] = useState('')
  const isClosing = action !== 'restore'
  const noteProblem = note.trim() === '' ? undefined : problemOf(note)
  return (
    <Confirm
      level="C2"
      isDanger={isClosing}
      title={t(`${action}.title`, { name: nickname })}
      action={t(`${action}.action`, { name: nickname })}
      effect={[
        [t('statusNow'), t(`statuses.${status}`)],
        [t('statusAfter'), t(`statuses.${AFTER[action]}`)],
        ...(isClosing ? [[t('sessionsStopped'), formatNumber(openSessions)] as const] : []),
      ]}
      note={t(`${action}.note`)}
      isReady={noteProblem === undefined}
      fields={(isChecked) =>
        isClosing && (
          <Field
            label={t('memberReads')}
            value={note}
            onValue={setNote}
            maxLength={NOTE_MAX}
            help={t('memberReadsHelp')}
            problem={
              isChecked && noteProblem ? t(`confirm:reasonProblem.${noteProblem}`) : undefined
            }
          />
        )
      }
      typed={{ label: t('typeName', { name: nickname }), expected: nickname }}
      run={({ idempotencyKey, reason }) => {
        const params = { userId }
        const text = note.trim()
        const body = { reason, ...(isClosing && text !== '' && { note: text }) }
        const options = { idempotencyKey }
        switch (action) {
          case 'suspend':
            return call(operatorEndpoints['operator.suspendMember'], { params, body }, options)
          case 'disable':
            return call(operatorEndpoints['operator.disableMember'], { params, body }, options)
          case 'restore':
            return call(
              operatorEndpoints['operator.restoreMember'],
              { params, body: { reason } },
              options,
            )
        }
      }}
      onDone={() => {
        onClose()
        readMember(userId)
        showToast(t(`${action}.done`, { name: nickname }))
      }}
      onClose={onClose}
    />
  )
}

/** The audit keeps the note too, so it has the limits of a reason. */
function problemOf(note: string) {
  const problem = reasonProblem(note)
  return problem === 'personal' ? problem : undefined
}
