import { normaliseNickname } from '@solstice/rules/nickname'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '#/lib/api-error.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { changeNickname, checkNickname, memberQuery } from './api.ts'
import styles from './nickname-sheet.module.css'
import { nicknameProblem, refusedNickname } from './nickname-problem.ts'

type NicknameSheetProps = {
  current: string
  isOpen: boolean
  onClose: () => void
  onRenamed: (nickname: string) => void
}

export function NicknameSheet(props: NicknameSheetProps) {
  const { t } = useTranslation('account')
  return (
    <Sheet isOpen={props.isOpen} onClose={props.onClose} title={t('nickname.title')}>
      {/* Each opening begins with the name as it is. */}
      {props.isOpen && <NicknameForm {...props} />}
    </Sheet>
  )
}

function NicknameForm({ current, onClose, onRenamed }: NicknameSheetProps) {
  const { t } = useTranslation(['account', 'common'])
  const queries = useQueryClient()
  const form = useForm({ nickname: current }, ({ nickname }) => {
    const problem = nicknameProblem(nickname, current)
    return { nickname: problem && t(`nickname.problem.${problem}`) }
  })

  async function submit(): Promise<void> {
    const wanted = normaliseNickname(form.values.nickname)
    try {
      await checkNickname(wanted)
      const { nickname } = await changeNickname(wanted)
      queries.setQueryData(memberQuery.queryKey, (member) => member && { ...member, nickname })
      onRenamed(nickname)
    } catch (error) {
      const problem = refusedNickname(error)
      return form.refuse(
        'nickname',
        problem ? t(`nickname.problem.${problem}`) : messageOf(error, t('nickname.failed')),
      )
    }
    onClose()
    showToast(t('nickname.done'), { tone: 'done' })
  }

  return (
    <form className={styles.form} noValidate onSubmit={form.submit(submit)}>
      <TextInput
        label={t('nickname.label')}
        binding={form.field('nickname')}
        autoComplete="nickname"
        autoCapitalize="none"
        hint={t('nickname.hint')}
      />
      <div className={styles.actions}>
        <Button type="submit" isBusy={form.isBusy}>
          {t('nickname.submit')}
        </Button>
        <Button look="text" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
