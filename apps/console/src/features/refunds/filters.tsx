import { useState } from 'react'
import type { FormEvent } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { TYPES, VIEWS, isFiltered, parseRefundsFilter } from './filter.ts'
import type { RefundsFilter } from './filter.ts'
import styles from './refunds.module.css'

type FiltersProps = { filter: RefundsFilter; onChange: (filter: RefundsFilter) => void }

/** Edits the filters in the address; another filter begins at its first page. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('refunds')
  const set = (change: Record<string, unknown>) =>
    onChange(parseRefundsFilter({ ...filter, page: undefined, ...change }))
  const view = filter.view ?? 'waiting'
  return (
    <div className={styles.filters} role="search" aria-label={t('filters')}>
      {VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          className={classNames(styles.pill, each === view && styles.on)}
          aria-pressed={each === view}
          onClick={() => set({ view: each })}
        >
          {t(`views.${each}`)}
        </button>
      ))}
      <label className={classNames(styles.pill, filter.type && styles.on)}>
        <span className={text.unseen}>{t('type')}</span>
        <select
          value={filter.type ?? ''}
          onChange={({ target }) => set({ type: target.value || undefined })}
        >
          <option value="">{t('allTypes')}</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {t(`types.${each}`)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      <MemberFilter
        key={filter.member ?? ''}
        value={filter.member}
        onValue={(member) => set({ member })}
      />
      {isFiltered(filter) && (
        <Button
          tone="plain"
          size="small"
          icon="close"
          onClick={() => set({ type: undefined, member: undefined })}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

function MemberFilter({
  value,
  onValue,
}: {
  value: number | undefined
  onValue: (value: string | undefined) => void
}) {
  const { t } = useTranslation('refunds')
  const [draft, setDraft] = useState(String(value ?? ''))

  function submit(event: FormEvent) {
    event.preventDefault()
    onValue(draft.trim() === '' ? undefined : draft.trim())
  }

  return (
    <form className={styles.member} onSubmit={submit}>
      <Icon name="user" />
      <input
        inputMode="numeric"
        aria-label={t('memberNumber')}
        placeholder={t('memberNumber')}
        maxLength={15}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
    </form>
  )
}
