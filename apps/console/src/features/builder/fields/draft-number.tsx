import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { getIn } from '#/lib/season-draft.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './fields.module.css'

/**
 * Turns typed text into the value of a plan. A text that is no number stays as it was typed, so that
 * leaving the page keeps it; the plan's check reports it.
 */
export function numberFrom(text: string): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  const plain = /^\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(',', '') : typed
  return String(Number(plain)) === plain ? Number(plain) : text
}

export const numberText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

type DraftNumberProps = {
  path: string
  label: string
  unit?: string
  help?: ReactNode
  placeholder?: string
}

export function DraftNumber({ path, label, unit, help, placeholder }: DraftNumberProps) {
  const { draft } = useBuilder()
  const { set } = useEdits()
  return (
    <FieldFrame path={path} label={label} {...(help !== undefined && { help })}>
      {(control) => (
        <div className={unit ? styles.withUnit : undefined}>
          <input
            {...control}
            className={classNames(control.className, styles.number)}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={numberText(getIn(draft, path))}
            onChange={(event) => set(path, numberFrom(event.target.value))}
          />
          {unit && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** Edits an amount of a token, which a plan stores as text to keep it exact. */
export function DraftAmount({ path, label, unit, help }: DraftNumberProps) {
  const { draft } = useBuilder()
  const { set } = useEdits()
  return (
    <FieldFrame path={path} label={label} {...(help !== undefined && { help })}>
      {(control) => (
        <div className={unit ? styles.withUnit : undefined}>
          <input
            {...control}
            className={classNames(control.className, styles.number)}
            inputMode="decimal"
            autoComplete="off"
            value={numberText(getIn(draft, path))}
            onChange={(event) => set(path, event.target.value.trim())}
          />
          {unit && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
