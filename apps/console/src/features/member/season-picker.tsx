import { useNavigate } from '@tanstack/react-router'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import type { Season } from '#/shell/published-seasons-query.ts'
import styles from './season-picker.module.css'

type SeasonPickerProps = {
  seasons: readonly Season[]
  chosen: number | undefined
  /** Offers all seasons together. */
  hasAll?: boolean
}

const ALL = ''

/** Chooses the season of a list, and keeps it in the address. */
export function SeasonPicker({ seasons, chosen, hasAll = false }: SeasonPickerProps) {
  const { t } = useTranslation('member')
  const navigate = useNavigate({ from: '/members/$userId' })
  if (seasons.length === 0) return null

  function choose(value: string) {
    void navigate({
      search: ({ season: _season, ...rest }) =>
        value === ALL ? rest : { ...rest, season: Number(value) },
      resetScroll: false,
    })
  }

  return (
    <span className={styles.picker}>
      <select
        aria-label={t('season')}
        value={chosen ?? ALL}
        onChange={(event) => choose(event.target.value)}
      >
        {hasAll && <option value={ALL}>{t('allSeasons')}</option>}
        {seasons.map(({ seasonId, title }) => (
          <option key={seasonId} value={seasonId}>
            {title[currentLanguage()]}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  )
}
