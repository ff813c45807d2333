import { Link } from '@tanstack/react-router'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { plainText } from '#/lib/plain-text.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatYearDay } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { PhaseBadge } from '#/shell/season/phase-badge.tsx'
import { downloadPlan } from '#/shell/season/plan-file.ts'
import { hasDates, seasonQuery } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'

type SeasonTableProps = {
  seasons: readonly SeasonRow[]
  onCopy: (season: SeasonRow) => void
  onDiscard: (season: SeasonRow) => void
}

export function SeasonTable({ seasons, onCopy, onDiscard }: SeasonTableProps) {
  const { t } = useTranslation('seasons')
  return (
    <Table
      label={t('title')}
      columns={[
        t('season'),
        t('phase'),
        t('firstDay'),
        t('lastDay'),
        { right: t('members') },
        { right: t('pool') },
        { right: t('revision') },
        { unseen: t('actions') },
      ]}
    >
      {seasons.map((season) => (
        <Row key={season.seasonId} season={season} onCopy={onCopy} onDiscard={onDiscard} />
      ))}
    </Table>
  )
}

type RowProps = Omit<SeasonTableProps, 'seasons'> & { season: SeasonRow }

function Row({ season, onCopy, onDiscard }: RowProps) {
  const { t } = useTranslation('seasons')
  const may = useMay()
  const { seasonId, state, startAt, endAt, members, pool, symbol, revision, problems } = season
  const name = nameOf(season) || t('untitled', { id: seasonId })
  const isDated = hasDates(season)
  return (
    <tr>
      <td>
        <Link
          to="/seasons/$seasonId/edit"
          params={{ seasonId: String(seasonId) }}
          className={classNames(text.strong, text.unbroken)}
        >
          {name}
        </Link>
      </td>
      <td>
        <PhaseBadge season={season} />{' '}
        {problems !== null && problems > 0 && (
          <Badge tone="bad" icon="alert">
            {t('problems', { count: problems })}
          </Badge>
        )}
      </td>
      <td className={text.unbroken}>{isDated ? formatYearDay(startAt) : '–'}</td>
      <td className={text.unbroken}>{isDated ? formatYearDay(Date.parse(endAt) - 1) : '–'}</td>
      <td className={table.right}>{members === null ? '–' : formatNumber(members)}</td>
      <td className={table.right}>
        {pool === null ? '–' : `${formatShortAmount(pool)} ${symbol ?? ''}`}
      </td>
      <td className={classNames(table.right, text.soft)}>
        <Link
          to="/seasons/$seasonId/compare"
          params={{ seasonId: String(seasonId) }}
          aria-label={t('compareNamed', { name, revision })}
        >
          {revision}
        </Link>
      </td>
      <td>
        <div className={table.actions}>
          {state === 'PUBLISHED' && (
            <Link
              to="/seasons/$seasonId"
              params={{ seasonId: String(seasonId) }}
              className={buttonClass('normal', 'small')}
              aria-label={t('liveNamed', { name })}
            >
              {t('live')}
            </Link>
          )}
          {may('seasonPlan.copy') && (
            <Button
              size="small"
              icon="copy"
              aria-label={t('copyNamed', { name })}
              onClick={() => onCopy(season)}
            >
              {t('copyShort')}
            </Button>
          )}
          <Button
            size="small"
            icon="download"
            aria-label={t('downloadNamed', { name })}
            onClick={() => void download(season, t('downloadFailed'))}
          >
            JSON
          </Button>
          {state === 'DRAFT' && may('seasonPlan.discard') && (
            <Button
              size="small"
              tone="risk"
              aria-label={t('discardNamed', { name })}
              onClick={() => onDiscard(season)}
            >
              {t('discard')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

/** Returns the title in the language of the page, otherwise one that is written; it may be empty. */
export const nameOf = ({ title }: SeasonRow) =>
  plainText(title[currentLanguage()]) || plainText(title.en) || plainText(title.ko)

async function download(season: SeasonRow, failed: string): Promise<void> {
  try {
    const { plan } = await queryClient.fetchQuery(seasonQuery(season.seasonId))
    downloadPlan(season.title.en, plan)
  } catch (error) {
    showToast(messageOf(error, failed))
  }
}
