import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#/lib/i18n.ts'
import { ServerLink } from '#/shell/server-link.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import picture from '#/ui/picture-card.module.css'
import text from '#/ui/text.module.css'
import { bannersQuery } from './api.ts'
import styles from './banners.module.css'

/** Shows the banners of the season, or nothing when there are none. */
export function Banners({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  const { data: banners = [] } = useQuery(bannersQuery(seasonId))
  if (banners.length === 0) return null
  return (
    <section aria-label={t('dashboard.banners')}>
      <ul className={picture.carousel}>
        {banners.map(({ bannerId, imageUrl, linkUrl, title }) => (
          <li key={bannerId} className={styles.item}>
            <ServerLink url={linkUrl} className={classNames(picture.picture, styles.banner)}>
              <img src={imageUrl} alt="" width={350} height={112} />
              <span className={classNames(text.strong, text.twoLines, styles.title)}>{title}</span>
            </ServerLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
