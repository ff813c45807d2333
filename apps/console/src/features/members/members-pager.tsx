import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import styles from '#/shell/pager.module.css'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { MemberPage } from './api.ts'

type MembersPagerProps = {
  data: MemberPage
  /** The cursor of the shown page; undefined for the first one. */
  before: string | undefined
  onPage: (before: string | undefined) => void
}

/**
 * Renders the buttons to the other pages. Only the first page counts the list: pages are found by
 * cursors, which know what follows but not what came before.
 */
export function MembersPager({ data, before, onPage }: MembersPagerProps) {
  const { t } = useTranslation('members')
  const [comesAfter, setComesAfter] = useState<ReadonlyMap<string, string | undefined>>(new Map())
  const { list, totalCount, isCountPartial, nextCursor } = data
  const isFirst = before === undefined
  const isKnown = !isFirst && comesAfter.has(before)

  function showNext(next: string) {
    setComesAfter(new Map(comesAfter).set(next, before))
    onPage(next)
  }

  return (
    <div className={styles.pager}>
      <span>
        {totalCount === null
          ? t('onPage', { count: list.length })
          : t(isCountPartial ? 'rangePartial' : 'common:range', {
              from: formatNumber(Math.min(1, list.length)),
              to: formatNumber(list.length),
              total: formatNumber(totalCount),
            })}
      </span>
      <div className={styles.buttons}>
        <Button
          size="small"
          icon="back"
          disabled={isFirst}
          onClick={() => onPage(isFirst ? undefined : comesAfter.get(before))}
        >
          {t(isFirst || isKnown ? 'common:previous' : 'firstPage')}
        </Button>
        <Button
          size="small"
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && showNext(nextCursor)}
        >
          {t('common:next')}
          <Icon name="next" />
        </Button>
      </div>
    </div>
  )
}
