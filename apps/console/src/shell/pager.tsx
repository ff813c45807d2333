import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import styles from './pager.module.css'

type PagerProps = {
  page: number
  size: number
  shown: number
  totalCount: number
  onPage: (page: number) => void
}

/** Renders the exact range and count of a list with the buttons to its other pages. */
export function Pager({ page, size, shown, totalCount, onPage }: PagerProps) {
  const { t } = useTranslation()
  const first = (page - 1) * size
  return (
    <div className={styles.pager}>
      <span>
        {t('range', {
          from: formatNumber(shown === 0 ? 0 : first + 1),
          to: formatNumber(first + shown),
          total: formatNumber(totalCount),
        })}
      </span>
      <div className={styles.buttons}>
        <Button size="small" icon="back" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {t('previous')}
        </Button>
        <Button
          size="small"
          disabled={first + shown >= totalCount}
          onClick={() => onPage(page + 1)}
        >
          {t('next')}
          <Icon name="next" />
        </Button>
      </div>
    </div>
  )
}
