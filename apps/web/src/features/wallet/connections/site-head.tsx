import { readable } from '@solstice/rules/connection/site'
import { classNames } from '@solstice/ui/class-names.ts'
import { visibleText } from '#/features/wallet/review/visible-text.ts'
import { Avatar } from '#/ui/avatar.tsx'
import text from '#/ui/text.module.css'
import styles from './connections.module.css'
import type { Site } from './record.ts'

/**
 * Shows the host before the name, because a site chooses its name freely. It never loads the site's
 * picture: that request would tell the site who reads this.
 */
export function SiteHead({ site }: { site: Site }) {
  const letters = visibleText(readable(site.host))
  const names = [site.name, letters].filter((name) => name !== site.host)
  return (
    <div className={styles.site}>
      <Avatar seed={site.host} />
      <p className={classNames(text.title, styles.value)}>{site.host}</p>
      {names.length > 0 && (
        <p className={classNames(text.soft, styles.value)} dir="auto">
          {names.join(' · ')}
        </p>
      )}
    </div>
  )
}
