import { normaliseNickname } from '@solstice/rules/nickname'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { Button } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { changeNickname, checkNickname, memberQuery } from './api.ts'
import { nicknameProblem, refusedNickname } from './nickname-problem.ts'
import styles from './nickname-sheet.module.css'

type NicknameSheetProps = {
  current: string
  isOpen: boolean
  onClose: () => void
  onRenamed: (nickname: string) => void
}

/** Starts with the current name; pass a new key for each opening. */
export function NicknameSheet({ current, isOpen, onClose, onRenamed }: NicknameSheetProps) {
  const { t } = useTranslation(['account', 'common'])
  const queries = useQueryClient()
  const formId = useId()
  const form = useForm({ nickname: current }, ({ nickname }) => {
    const problem = nicknameProblem(nickname, current)
    return { nickname: problem && t(`nickname.problem.${problem}`) }
  })

  const { run } = useAction({
    call: async (newName: string) => {
      await checkNickname(newName)
      return changeNickname(newName)
    },
    texts: { done: () => t('nickname.done') },
    onDone: ({ nickname }) => {
      queries.setQueryData(memberQuery.queryKey, (member) => member && { ...member, nickname })
      onRenamed(nickname)
      onClose()
    },
    onFailed: (error) => {
      const problem = refusedNickname(error)
      form.refuse(
        'nickname',
        problem ? t(`nickname.problem.${problem}`) : messageOf(error, t('nickname.failed')),
      )
    },
  })

  const submit = () => run(normaliseNickname(form.values.nickname))

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('nickname.title')}
      actions={
        <>
          <Button type="submit" form={formId} isBusy={form.isBusy}>
            {t('nickname.submit')}
          </Button>
          <Button variant="text" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={form.submit(submit)}>
        <TextInput
          label={t('nickname.label')}
          binding={form.field('nickname')}
          autoComplete="nickname"
          autoCapitalize="none"
          hint={t('nickname.hint')}
        />
      </form>
    </Sheet>
  )
}
