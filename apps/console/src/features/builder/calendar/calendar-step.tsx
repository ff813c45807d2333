import { useQuery } from '@tanstack/react-query'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useBuilder } from '#/features/builder/builder-context.ts'
import { ComputedField } from '#/features/builder/fields/computed-field.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt, textAt } from '#/lib/season-draft.ts'
import { formatYearDay } from '#/lib/times.ts'
import { seasonsQuery } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import {
  dayAt,
  daysFrom,
  hasGaps,
  parseDay,
  withCalendar,
  withFirstDay,
  withoutGaps,
} from './season-days.ts'
import { Timeline } from './timeline.tsx'

const MAX_DAYS = 180
const DEFAULT_DAYS = 28
const DEFAULT_ROUND_DAYS = 7

const wholeFrom = (typed: string, most: number) => {
  const number = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Sets the days of the season and of its rounds; the instants follow from them. */
export function CalendarStep() {
  const { t } = useTranslation('builder')
  const { draft, edit, seasonId, isReadOnly } = useBuilder()
  const { data: seasons = [] } = useQuery(seasonsQuery)
  const firstDay = dayAt(draft, 'startAt')
  const [startAt, endAt] = [textAt(draft, 'startAt'), textAt(draft, 'endAt')]
  const days = daysFrom(startAt, endAt)
  const roundDays = daysFrom(textAt(draft, 'rounds.0.startAt'), textAt(draft, 'rounds.0.endAt'))
  const others = seasons.filter((season) => season.seasonId !== seasonId && hasDates(season))
  const overlapping = others.filter(
    (season) =>
      Date.parse(season.startAt) < Date.parse(endAt) &&
      Date.parse(season.endAt) > Date.parse(startAt),
  )

  function setFirstDay(typed: string): boolean {
    const day = parseDay(typed)
    if (!day) return false
    edit((latest) =>
      listAt(latest, 'rounds').length > 0
        ? withFirstDay(latest, day)
        : withCalendar(latest, {
            firstDay: day,
            days: DEFAULT_DAYS,
            roundDays: DEFAULT_ROUND_DAYS,
          }),
    )
    return true
  }

  function setLengths(next: { days?: number; roundDays?: number }): boolean {
    if (!firstDay) return false
    edit((latest) =>
      withCalendar(latest, {
        firstDay,
        days: days && days >= 1 ? Math.round(days) : DEFAULT_DAYS,
        roundDays: roundDays && roundDays >= 1 ? Math.round(roundDays) : DEFAULT_ROUND_DAYS,
        ...next,
      }),
    )
    return true
  }

  return (
    <>
      <Panel>
        <div className={fields.row}>
          <ComputedField
            path="startAt"
            label={t('calendar.firstDay')}
            type="date"
            value={firstDay ?? ''}
            help={t('calendar.midnight')}
            onText={setFirstDay}
          />
          <ComputedField
            path="endAt"
            label={t('calendar.weeks')}
            isWhole
            value={days === undefined ? '' : String(Math.round((days / 7) * 100) / 100)}
            {...(days !== undefined && { help: t('calendar.days', { count: days }) })}
            onText={(typed) => {
              const weeks = wholeFrom(typed, Math.floor(MAX_DAYS / 7))
              return weeks !== undefined && setLengths({ days: weeks * 7 })
            }}
          />
          <ComputedField
            path="rounds"
            label={t('calendar.roundLength')}
            unit={t('calendar.daysUnit')}
            isWhole
            value={roundDays === undefined ? '' : String(roundDays)}
            onText={(typed) => {
              const length = wholeFrom(typed, MAX_DAYS)
              return length !== undefined && setLengths({ roundDays: length })
            }}
          />
        </div>
        <Timeline others={others} />
        {overlapping.length > 0 && (
          <Note tone="bad" isLive>
            {t('calendar.overlaps', {
              names: overlapping.map(({ title }) => title[currentLanguage()]).join(', '),
            })}
          </Note>
        )}
        {hasGaps(draft) && (
          <div>
            <Button disabled={isReadOnly} onClick={() => edit(withoutGaps)}>
              {t('calendar.extend')}
            </Button>
          </div>
        )}
      </Panel>
      <Rounds />
    </>
  )
}

const hasDates = ({ startAt, endAt }: { startAt: string; endAt: string }) => startAt < endAt

function Rounds() {
  const { t } = useTranslation('builder')
  const { draft } = useBuilder()
  const rounds = listAt(draft, 'rounds')
  if (rounds.length === 0) return null
  const day = (instant: number) => (Number.isFinite(instant) ? formatYearDay(instant) : '–')
  return (
    <Panel title={t('calendar.rounds')} isFlush>
      <Table
        label={t('calendar.rounds')}
        columns={[
          t('calendar.roundName'),
          t('fields.startAt'),
          t('fields.endAt'),
          { right: t('calendar.length') },
        ]}
      >
        {rounds.map((_, at) => {
          const path = `rounds.${at}`
          const startAt = textAt(draft, `${path}.startAt`)
          const endAt = textAt(draft, `${path}.endAt`)
          const count = daysFrom(startAt, endAt)
          return (
            <tr key={path}>
              <td className={text.unbroken}>{t('round', { number: at + 1 })}</td>
              <td className={text.unbroken}>{day(Date.parse(startAt))}</td>
              <td className={text.unbroken}>{day(Date.parse(endAt) - 1)}</td>
              <td className={table.right}>
                {count === undefined ? '–' : t('calendar.days', { count })}
              </td>
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}
