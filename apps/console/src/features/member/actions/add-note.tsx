import { useState } from 'react'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { TextAreaField } from '#/ui/field.tsx'
import { readMember } from '#/features/member/api.ts'

const NOTE_MAX = 1000

/** Adds a note that only operators read; the toast offers to undo it. */
export function AddNote({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation('member')
  const [note, setNote] = useState('')
  const problem = noteProblem(note)

  async function undo(noteId: number) {
    try {
      await call(memberEndpoints['member.removeNote'], { params: { userId, noteId } })
      showToast(t('noteRemoved'))
    } catch (error) {
      showToast(messageOf(error, t('noteNotRemoved')))
    }
    readMember(userId)
  }

  return (
    <Confirm
      level="C1"
      title={t('noteTitle')}
      action={t('addNote')}
      effect={[]}
      isReady={problem === undefined}
      fields={(isChecked) => (
        <TextAreaField
          label={t('noteText')}
          value={note}
          onValue={setNote}
          maxLength={NOTE_MAX}
          help={t('noteHelp')}
          problem={isChecked && problem ? t(`noteProblem.${problem}`) : undefined}
        />
      )}
      run={({ idempotencyKey }) =>
        call(
          memberEndpoints['member.addNote'],
          { params: { userId }, body: { text: note.trim() } },
          { idempotencyKey },
        )
      }
      onDone={({ noteId }) => {
        onClose()
        readMember(userId)
        showToast(t('noteAdded'), { label: t('common:undo'), run: () => void undo(noteId) })
      }}
      onClose={onClose}
    />
  )
}

/** The server refuses addresses in a note, because it is not erased with the account. */
function noteProblem(note: string): 'empty' | 'personal' | undefined {
  if (note.trim() === '') return 'empty'
  return /@|0x/i.test(note) ? 'personal' : undefined
}
