import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { SeasonCard } from './api.ts'
import styles from './season-picker.module.css'
import { SeasonSheet } from './season-sheet.tsx'

type SeasonPickerProps = {
  seasons: readonly SeasonCard[]
  current: SeasonCard | undefined
  onChoose: (season: SeasonCard) => void
}

/** Shows a pill with the season's name that opens the selector. */
export function SeasonPicker({ seasons, current, onChoose }: SeasonPickerProps) {
  const { t } = useTranslation('season')
  const [isOpen, setOpen] = useState(false)
  if (seasons.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classNames(text.small, styles.pill)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={text.twoLines}>{current?.title ?? t('selector.title')}</span>
        <Icon name="down" size={16} />
      </button>
      <SeasonSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        seasons={seasons}
        current={current?.seasonId}
        onChoose={(season) => {
          setOpen(false)
          onChoose(season)
        }}
      />
    </>
  )
}
