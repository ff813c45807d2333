import { useState } from 'react'
import type { FormEvent } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Season } from '#/shell/published-seasons-query.ts'
import { LANGUAGES, STATUSES, WALLETS, isFiltered, parseMembersFilter } from './filter.ts'
import type { MembersFilter } from './filter.ts'
import styles from './members-screen.module.css'

type FiltersProps = {
  filter: MembersFilter
  seasons: readonly Season[]
  onChange: (filter: MembersFilter) => void
  onClear: () => void
}

/** Edits the filters in the address. A choice applies at once, a text with Enter. */
export function Filters({ filter, seasons, onChange, onClear }: FiltersProps) {
  const { t } = useTranslation('members')
  const hasDays = filter.joinedFrom !== undefined || filter.joinedTo !== undefined
  const [isJoinedOpen, setJoinedOpen] = useState(hasDays)
  // Another filter begins at its first page.
  const set = (name: keyof MembersFilter) => (value: string) =>
    onChange(parseMembersFilter({ ...filter, before: undefined, [name]: value }))
  const language = currentLanguage()

  return (
    <div className={styles.filters} role="search" aria-label={t('filters')}>
      <TextFilter key={filter.text ?? ''} value={filter.text ?? ''} onValue={set('text')} />
      <Pill
        label={t('season')}
        value={String(filter.season ?? '')}
        options={seasons.map(({ seasonId, title }) => [String(seasonId), title[language]])}
        onValue={set('season')}
      />
      <Pill
        label={t('status')}
        value={filter.status ?? ''}
        options={STATUSES.map((each) => [each, t(`statuses.${each}`)])}
        onValue={set('status')}
      />
      <Pill
        label={t('language')}
        value={filter.language ?? ''}
        options={LANGUAGES.map((each) => [each, t(`languages.${each}`)])}
        onValue={set('language')}
      />
      <Pill
        label={t('wallet')}
        value={filter.wallet ?? ''}
        options={WALLETS.map((each) => [each, t(`wallets.${each}`)])}
        onValue={set('wallet')}
      />
      <button
        type="button"
        className={classNames(styles.pill, hasDays && styles.on)}
        aria-expanded={isJoinedOpen}
        onClick={() => setJoinedOpen(!isJoinedOpen)}
      >
        {t('joined')}
        <Icon name="down" />
      </button>
      {isFiltered(filter) && (
        <Button tone="plain" size="small" icon="close" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
      {isJoinedOpen && (
        <div className={styles.days}>
          <Field
            label={t('joinedFrom')}
            type="date"
            value={filter.joinedFrom ?? ''}
            onValue={set('joinedFrom')}
          />
          <Field
            label={t('joinedTo')}
            type="date"
            value={filter.joinedTo ?? ''}
            onValue={set('joinedTo')}
          />
        </div>
      )}
    </div>
  )
}

function TextFilter({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('members')
  const [draft, setDraft] = useState(value)

  function submit(event: FormEvent) {
    event.preventDefault()
    onValue(draft)
  }

  return (
    <form className={styles.text} onSubmit={submit}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('searchHint')}
        maxLength={254}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
    </form>
  )
}

type PillProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onValue: (value: string) => void
}

/** Renders a filter as its name, and as the chosen value once there is one. */
function Pill({ label, value, options, onValue }: PillProps) {
  const { t } = useTranslation('members')
  const isKnown = value === '' || options.some(([each]) => each === value)
  return (
    <label className={classNames(styles.pill, value !== '' && styles.on)}>
      <span className={text.unseen}>{label}</span>
      <select value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">{value === '' ? label : t('all', { label })}</option>
        {/* A season in the address that is not in the list. */}
        {!isKnown && <option value={value}>{`${label} ${value}`}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  )
}
