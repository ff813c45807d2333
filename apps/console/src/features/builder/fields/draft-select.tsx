import type { ReactNode } from 'react'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { getIn } from '#/lib/season-draft.ts'
import field from '#/ui/field.module.css'
import { Icon } from '#/ui/icon.tsx'
import { FieldFrame } from './field-frame.tsx'

type DraftSelectProps = {
  path: string
  label: string
  /** The text of the options by their values in the plan. */
  options: readonly (readonly [value: string | number | null, text: string])[]
  help?: ReactNode
  /** Runs instead of storing the value, where a choice changes several parts. */
  onValue?: (value: string | number | null) => void
}

const keyOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export function DraftSelect({ path, label, options, help, onValue }: DraftSelectProps) {
  const { draft } = useBuilder()
  const { set } = useEdits()
  const value = getIn(draft, path)
  const isKnown = options.some(([each]) => keyOf(each) === keyOf(value))
  return (
    <FieldFrame path={path} label={label} {...(help !== undefined && { help })}>
      {(control) => (
        <div className={field.select}>
          <select
            {...control}
            value={keyOf(value)}
            onChange={(event) => {
              const chosen = options.find(([each]) => keyOf(each) === event.target.value)
              if (chosen) (onValue ?? ((next) => set(path, next)))(chosen[0])
            }}
          >
            {!isKnown && <option value={keyOf(value)}>{keyOf(value) || '–'}</option>}
            {options.map(([each, text]) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </FieldFrame>
  )
}
