import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { Row, Rows } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import { leagueQuery, takePart, type Mine } from './api.ts'
import styles from './league-sheet.module.css'

type LeagueSheetProps = { seasonId: number; mine: Mine; isOpen: boolean; onClose: () => void }

/** Explains the league of the member and how it was drawn, and lets the member leave. */
export function LeagueSheet({ seasonId, mine, isOpen, onClose }: LeagueSheetProps) {
  const { t } = useTranslation('league')
  const { takesPart, league, draw, last } = mine
  const turn = useTakePart(seasonId)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('about.title')}>
      <div className={styles.sheet}>
        {league && (
          <p>
            {league.isApart
              ? t('about.apart')
              : t('about.why', {
                  pace: formatNumber(league.pace),
                  rung: t(`rung.${league.rung}`),
                })}
          </p>
        )}
        {last && (
          <p>
            {t(`about.last.${last.isApart ? 'apart' : last.outcome}`, lastValues(mine, last, t))}
          </p>
        )}
        <p className={text.soft}>{t('about.rules')}</p>
        <Rows>
          <Row>
            <SwitchRow
              label={t('about.takePart')}
              note={t('about.takePartNote')}
              isOn={takesPart}
              onChange={(isOn) => void turn(isOn)}
            />
          </Row>
        </Rows>
        {draw && (
          <details className={classNames(text.small, styles.draw)}>
            <summary>{t('about.draw')}</summary>
            <p className={text.soft}>{t('about.drawText')}</p>
            <dl>
              <dt>{t('about.committed', { time: formatOwnMinute(draw.committedAt) })}</dt>
              <dd>{draw.commitment}</dd>
              <dt>{t('about.blindedId', { band: draw.band })}</dt>
              <dd>{draw.blindedId}</dd>
            </dl>
          </details>
        )}
      </div>
    </Sheet>
  )
}

type Translate = ReturnType<typeof useTranslation<'league'>>['t']

/** The last league may be weeks ago, because the member paused or was in the ranking since. */
export function lastValues({ week }: Mine, last: NonNullable<Mine['last']>, t: Translate) {
  const when = week?.number === last.week + 1 ? 'last' : 'earlier'
  return {
    week: t(`week.${when}`, { week: formatNumber(last.week) }),
    inWeek: t(`inWeek.${when}`, { week: formatNumber(last.week) }),
    place: formatNumber(last.place),
    members: formatNumber(last.members),
    xp: formatNumber(last.xp),
    rung: t(`rung.${last.rung}`),
    toRung: t(`rung.${last.toRung}`),
  }
}

/** Takes effect at once; the screen is read again. */
export function useTakePart(seasonId: number) {
  const { t } = useTranslation('league')
  const { run } = useAction({
    call: (takesPart: boolean) => takePart(takesPart),
    texts: {
      done: (_, takesPart) => t(takesPart ? 'joined' : 'left.done'),
      failed: (error) => messageOf(error, t('about.failed')),
    },
    refresh: (queries) => queries.invalidateQueries({ queryKey: leagueQuery(seasonId).queryKey }),
    isParallel: true,
  })
  return run
}
