import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import styles from './audit-screen.module.css'
import { parseAuditFilter } from './filter.ts'
import type { AuditFilter } from './filter.ts'

type FiltersProps = {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}

/** Edits the filters. What is not applied yet stays while the person opens entries and pages. */
export function Filters({ filter, onChange, onClear }: FiltersProps) {
  const { t } = useTranslation('audit')
  const applied = {
    actor: filter.actor ?? '',
    action: filter.action ?? '',
    subject: filter.subject ?? '',
    day: filter.day ?? '',
  }
  const appliedText = JSON.stringify(applied)
  const [draft, setDraft] = useState(applied)
  const [shownText, setShownText] = useState(appliedText)
  // Other filters in the address, such as those of a link, replace the draft.
  if (shownText !== appliedText) {
    setShownText(appliedText)
    setDraft(applied)
  }
  const set = (field: keyof typeof draft) => (value: string) =>
    setDraft((old) => ({ ...old, [field]: value }))

  function submit(event: FormEvent) {
    event.preventDefault()
    onChange(parseAuditFilter(draft))
  }

  return (
    <form className={styles.filters} onSubmit={submit} role="search" aria-label={t('filters')}>
      <Field label={t('actor')} value={draft.actor} onValue={set('actor')} />
      <Field label={t('action')} value={draft.action} onValue={set('action')} />
      <Field label={t('subject')} value={draft.subject} onValue={set('subject')} />
      <Field label={t('day')} type="date" value={draft.day} onValue={set('day')} />
      <div>
        <Button isSubmit>{t('apply')}</Button>
        {onClear && (
          <Button tone="plain" icon="close" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  )
}
