import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './tested-note.module.css'

/** Says that the network ran a transaction without sending it. */
export function TestedNote({ children }: { children: string }) {
  const { t } = useTranslation('review')
  return (
    <p className={classNames(styles.tested, text.small, text.soft)} role="status">
      <Icon name="shield" size={20} />
      <span>
        <span className={text.strong}>{t('tested')}.</span> {children}
      </span>
    </p>
  )
}
