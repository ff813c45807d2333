import { useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { DAY_MS } from '@solstice/rules/duration'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, textAt } from '#/lib/season-draft.ts'
import { formatDay, formatYearDay } from '#/lib/times.ts'
import { withMovedEdge } from './season-days.ts'
import styles from './timeline.module.css'

type Other = { seasonId: number; title: { en: string; ko: string }; startAt: string; endAt: string }

/** Days before and after the season in which its neighbours are shown. */
const MARGIN_DAYS = 21

/** Draws the rounds between the other seasons. An edge moves by dragging or by arrow keys. */
export function Timeline({ others }: { others: readonly Other[] }) {
  const { t } = useTranslation('builder')
  const { draft, edit, isReadOnly } = useBuilder()
  const track = useRef<HTMLDivElement>(null)
  const start = Date.parse(textAt(draft, 'startAt'))
  const end = Date.parse(textAt(draft, 'endAt'))
  if (!(start < end)) return <p className={styles.empty}>{t('calendar.choose')}</p>
  const from = start - MARGIN_DAYS * DAY_MS
  const until = end + MARGIN_DAYS * DAY_MS
  const shareOf = (instant: number) =>
    Math.min(100, Math.max(0, ((instant - from) / (until - from)) * 100))
  const span = (startAt: string, endAt: string) => {
    const [left, right] = [shareOf(Date.parse(startAt)), shareOf(Date.parse(endAt))]
    return { left: `${left}%`, width: `${right - left}%` }
  }
  const shown = others.filter(
    ({ startAt, endAt }) => Date.parse(endAt) > from && Date.parse(startAt) < until,
  )
  const move = (round: number, byDays: number) =>
    edit((latest) => withMovedEdge(latest, round, byDays))

  function drag(event: PointerEvent, round: number) {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0 || event.buttons !== 1 || isReadOnly) return
    const at = from + ((event.clientX - box.left) / box.width) * (until - from)
    const days = Math.round((at - Date.parse(textAt(draft, `rounds.${round}.endAt`))) / DAY_MS)
    if (days !== 0) move(round, days)
  }

  function pressKey(event: KeyboardEvent, round: number) {
    const byDays = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (byDays === undefined || isReadOnly) return
    event.preventDefault()
    move(round, byDays)
  }

  return (
    <div ref={track} className={styles.track} role="group" aria-label={t('calendar.timeline')}>
      {shown.map(({ seasonId, title, startAt, endAt }) => (
        <div
          key={seasonId}
          className={classNames(
            styles.other,
            Date.parse(startAt) < end && Date.parse(endAt) > start && styles.conflict,
          )}
          style={span(startAt, endAt)}
          title={`${title[currentLanguage()]}, ${formatDay(startAt)} – ${formatDay(endAt)}`}
        >
          {title[currentLanguage()]}
        </div>
      ))}
      {listAt(draft, 'rounds').map((_, at) => {
        const [startAt, endAt] = [`rounds.${at}.startAt`, `rounds.${at}.endAt`].map((path) =>
          textAt(draft, path),
        )
        const edge = Date.parse(endAt ?? '')
        if (!startAt || !endAt || !Number.isFinite(edge)) return null
        return (
          <div key={`round ${at}`}>
            <div className={styles.round} style={span(startAt, endAt)}>
              {at + 1}
            </div>
            <div
              role="slider"
              tabIndex={isReadOnly ? -1 : 0}
              className={styles.edge}
              style={{ left: `${shareOf(edge)}%` }}
              data-path={endAt && `rounds.${at}.endAt`}
              aria-label={t('calendar.edge', { number: at + 1 })}
              aria-disabled={isReadOnly}
              aria-valuemin={1}
              aria-valuemax={180}
              aria-valuenow={Math.round((edge - start) / DAY_MS)}
              aria-valuetext={formatYearDay(edge - 1)}
              onKeyDown={(event) => pressKey(event, at)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(event, at)}
            />
          </div>
        )
      })}
      <span className={styles.day} style={{ left: `${shareOf(start)}%` }}>
        {formatDay(start)}
      </span>
      <span className={styles.day} data-end style={{ left: `${shareOf(end)}%` }}>
        {formatDay(end - 1)}
      </span>
    </div>
  )
}
