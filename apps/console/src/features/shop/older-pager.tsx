import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import styles from './shop.module.css'

type OlderPagerProps = {
  page: {
    list: readonly unknown[]
    totalCount: number | null
    isCountPartial: boolean
    nextCursor: string | null
  }
  isFirst: boolean
  onBefore: (before: number | undefined) => void
}

/** Leads to older entries by cursor, and back to the newest. Only the first page is counted. */
export function OlderPager({ page, isFirst, onBefore }: OlderPagerProps) {
  const { t } = useTranslation('shop')
  const { list, totalCount, isCountPartial, nextCursor } = page
  return (
    <div className={styles.pager}>
      <span>
        {totalCount === null
          ? t('onPage', { count: list.length })
          : t(isCountPartial ? 'moreThan' : 'inAll', {
              count: totalCount,
              text: formatNumber(totalCount),
            })}
      </span>
      <span className={styles.actions}>
        <Button size="small" icon="back" disabled={isFirst} onClick={() => onBefore(undefined)}>
          {t('newest')}
        </Button>
        <Button
          size="small"
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && onBefore(Number(nextCursor))}
        >
          {t('older')}
          <Icon name="next" />
        </Button>
      </span>
    </div>
  )
}
