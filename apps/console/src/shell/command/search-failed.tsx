import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { traceOf } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import styles from './command-menu.module.css'
import type { Search } from './use-search.ts'

/** Says that the search failed, with its code; pages and actions stay in the list. */
export function SearchFailed({ error, isRetrying, retry }: Search) {
  const { t } = useTranslation('command')
  if (error === null) return null
  return (
    <div className={styles.failed} role="alert">
      <Icon name="alert" />
      <span>
        <b>{t('failed')}</b> {messageOf(error, t('common:noAnswer'))}{' '}
        <code>{traceOf(error) ?? t('common:noReply')}</code>
      </span>
      <Button size="small" icon="retry" isBusy={isRetrying} onClick={retry}>
        {t('common:retry')}
      </Button>
    </div>
  )
}
