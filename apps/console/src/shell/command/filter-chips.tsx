import { useTranslation } from '#/lib/i18n.ts'
import styles from './command-menu.module.css'
import { OFFERED_FILTERS, parseTyped, toggleFilter } from './typed.ts'

type FilterChipsProps = { typed: string; onTyped: (typed: string) => void }

/** Offers filters: a press writes one into the field, and another press takes it out. */
export function FilterChips({ typed, onTyped }: FilterChipsProps) {
  const { t } = useTranslation('command')
  const { filters } = parseTyped(typed)
  return (
    <div className={styles.chips} role="group" aria-label={t('filters')}>
      {Array.from(new Set<string>([...OFFERED_FILTERS, ...filters]), (filter) => (
        <button
          key={filter}
          type="button"
          className={styles.chip}
          aria-pressed={filters.includes(filter)}
          onClick={() => onTyped(toggleFilter(typed, filter))}
        >
          {filter}
        </button>
      ))}
    </div>
  )
}
