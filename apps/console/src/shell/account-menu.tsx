import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMe } from '#/lib/me.ts'
import { Face } from '#/ui/face.tsx'
import text from '#/ui/text.module.css'
import styles from './account-menu.module.css'

/** Shows who is signed in and leads to the own account. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { name, role } = useMe()
  return (
    <Link to="/me" className={styles.account}>
      <Face name={name} />
      <span>
        <span className={styles.name}>{name}</span>
        <span className={classNames(text.small, text.faint)}>{t(`roles:${role}`)}</span>
      </span>
    </Link>
  )
}
