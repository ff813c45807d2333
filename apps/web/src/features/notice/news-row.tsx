import type { ReactNode } from 'react'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, Tile, rowTargetClass } from '#/ui/rows.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { ScreenIconName } from '#/ui/screen-icon.tsx'
import text from '#/ui/text.module.css'
import styles from './news-list.module.css'

type NewsRowProps = {
  icon: ScreenIconName
  title: string
  /** Shown before the time, such as the kind of notice. */
  kind?: string
  content: string
  createdAt: string
  isRead: boolean
  /** Undefined when there is nothing to expand. */
  isOpen?: boolean
  onPress: () => void
  /** Stands beside the row, with its own target. */
  end?: ReactNode
}

export function NewsRow(news: NewsRowProps) {
  const { t } = useTranslation('notice')
  const { isOpen, end } = news
  const row = (
    <button
      type="button"
      className={classNames(rowTargetClass, !news.isRead && styles.fresh, isOpen && styles.open)}
      aria-expanded={isOpen}
      onClick={news.onPress}
    >
      <Tile isFaint={news.isRead}>
        <ScreenIcon name={news.icon} size={20} />
      </Tile>
      <span className={styles.text}>
        <span className={styles.head}>
          <span className={styles.title}>{news.title}</span>
          {!news.isRead && (
            <span className={styles.dot} data-unread>
              <span className={text.unseen}>{t('unread')}</span>
            </span>
          )}
        </span>
        <span
          className={classNames(
            text.small,
            text.soft,
            styles.content,
            isOpen === false && text.twoLines,
          )}
        >
          {news.content}
        </span>
        <span className={classNames(text.small, text.faint)}>
          {news.kind && `${news.kind} · `}
          <time dateTime={news.createdAt}>{instantText(news.createdAt)}</time>
        </span>
      </span>
      {isOpen !== undefined && (
        <span className={styles.fold}>
          <Icon name="down" size={20} />
        </span>
      )}
    </button>
  )
  return (
    <Row>
      {end ? (
        <div className={styles.beside}>
          {row}
          {end}
        </div>
      ) : (
        row
      )}
    </Row>
  )
}

/** Returns the time for today and the date for earlier days. */
function instantText(instant: string): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date(serverNow()).toDateString()
  const format = isToday
    ? ({ hour: 'numeric', minute: '2-digit' } as const)
    : ({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const)
  return new Intl.DateTimeFormat(currentLanguage(), format).format(at)
}
