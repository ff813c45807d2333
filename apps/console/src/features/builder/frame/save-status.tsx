import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnSecond } from '#/lib/times.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { DraftState } from '#/features/builder/store/draft-store.ts'
import styles from './frame.module.css'

/** Tells whether the server has everything that was typed. */
export function SaveStatus({ state: { save, savedAt } }: { state: DraftState }) {
  const { t } = useTranslation('builder')
  const isBad = save.kind === 'refused' || save.kind === 'conflict' || save.kind === 'offline'
  const message = {
    saved: t('save.saved', { time: formatColumnSecond(savedAt).split(' ').at(-1) ?? '' }),
    changed: t('save.changed'),
    saving: t('save.saving'),
    offline: t('save.offline'),
    refused: t('save.refused', { message: save.kind === 'refused' ? save.message : '' }),
    conflict: t('save.conflict'),
  }[save.kind]
  return (
    <span
      role="status"
      className={classNames(styles.status, text.small, isBad ? text.bad : text.faint)}
    >
      {isBad && <Icon name="alert" />}
      {message}
    </span>
  )
}
