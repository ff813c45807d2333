import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { spanOf } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { buttonClass } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import type { League, LeagueRow } from './api.ts'
import styles from './league-board.module.css'
import { RungArc } from './rung-arc.tsx'

/** Shows the rung, the members of the league, and where they move up and down. */
export function LeagueBoard({ league, endAt }: { league: League; endAt: string }) {
  const { t } = useTranslation('league')
  const { rung, ownRung, list, me, promotes, relegates, rungAbove, rungBelow, isApart } = league
  const { unit, values } = spanOf(Date.parse(endAt) - useNow())
  const left = t(`left.${unit}`, values)
  return (
    <>
      <div className={styles.head}>
        <RungArc rung={rung} />
        <h2 className={text.headline}>{t(`rung.${rung}`)}</h2>
        <p className={classNames(text.small, text.soft, text.number)}>
          {t('members', { count: list.length, left })}
        </p>
      </div>
      {!isApart && ownRung !== rung && (
        <p className={classNames(text.small, text.soft)}>
          {t('guest', { own: t(`rung.${ownRung}`), rung: t(`rung.${rung}`) })}
        </p>
      )}
      {isApart && (
        <div className={classNames(text.small, styles.apart)}>
          <p>{t('apart')}</p>
          <Link to="/more/holds" className={buttonClass('text')}>
            {t('toHold')}
          </Link>
        </div>
      )}
      <ol className={styles.rows} aria-label={t('list')}>
        {list.map((row) => (
          <Fragment key={row.userId ?? `place-${row.place}`}>
            {rungBelow && row.place === list.length - relegates + 1 && (
              <li className={classNames(text.small, styles.line)}>
                <span>
                  <Arrow isDown />
                  {t('movesDown', { places: relegates, rung: t(`rung.${rungBelow}`) })}
                </span>
              </li>
            )}
            <BoardRow row={row} isMe={row.userId === me.userId} />
            {rungAbove && row.place === promotes && (
              <li className={classNames(text.small, styles.line, styles.up)}>
                <span>
                  <Arrow />
                  {t('movesUp', { places: promotes, rung: t(`rung.${rungAbove}`) })}
                </span>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </>
  )
}

function BoardRow({ row, isMe }: { row: LeagueRow; isMe: boolean }) {
  const { t } = useTranslation('league')
  return (
    <li className={isMe ? styles.me : undefined} data-me={isMe || undefined}>
      <div className={styles.row}>
        <span className={classNames(text.soft, text.strong, text.number, styles.place)}>
          {formatNumber(row.place)}
        </span>
        <Avatar seed={String(row.userId ?? row.place)} size={36} />
        <span className={classNames(text.strong, styles.name)}>
          {row.nickname ?? t('hidden')}
          {isMe && <span className={text.unseen}> ({t('you')})</span>}
        </span>
        <span className={classNames(text.strong, text.number)}>
          {formatNumber(row.xp)} <span className={styles.unit}>XP</span>
        </span>
      </div>
    </li>
  )
}

function Arrow({ isDown = false }: { isDown?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <path
        d={isDown ? 'M8 2.5v11M3.5 9 8 13.5 12.5 9' : 'M8 13.5v-11M3.5 7 8 2.5 12.5 7'}
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
