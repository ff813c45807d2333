import { classNames } from '@solstice/ui/class-names.ts'
import { environment } from '#/lib/environment.ts'
import { useTranslation } from '#/lib/i18n.ts'
import styles from './environment-badge.module.css'

/** Names the system that the console changes; production is red. */
export function EnvironmentBadge() {
  const { t } = useTranslation()
  const name = environment()
  return (
    <span className={classNames(styles.badge, name === 'production' && styles.production)}>
      {t(`environment.${name}`)}
    </span>
  )
}
