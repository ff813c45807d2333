import { useState } from 'react'
import type { ReactNode } from 'react'
import { NumberInput } from './number-input.tsx'

type ComputedFieldProps = {
  path: string
  label: string
  /** The text of the plan's value, shown unless a person types. */
  value: string
  unit?: string
  type?: 'text' | 'date'
  help?: ReactNode
  /** Stores the typed text if it is valid. Returns false if the field keeps it as typed. */
  onText: (text: string) => boolean
  /** Stores the text on Enter or when the field is left, where a part of a number would destroy. */
  isWhole?: boolean
  /** True while the form of the value is not known. */
  isUnknown?: boolean
}

/** Edits a value of the plan in another form, such as weeks instead of the last instant. */
export function ComputedField(props: ComputedFieldProps) {
  const {
    path,
    label,
    value,
    unit,
    type = 'text',
    help,
    onText,
    isWhole = false,
    isUnknown = false,
  } = props
  const [typed, setTyped] = useState<string>()
  const store = () => {
    if (isWhole && typed !== undefined) onText(typed)
  }
  return (
    <NumberInput
      path={path}
      label={label}
      unit={unit}
      help={help}
      type={type}
      disabled={isUnknown}
      inputMode={type === 'date' ? undefined : 'decimal'}
      value={typed ?? value}
      onChange={({ target }) => {
        if (!isWhole) onText(target.value)
        setTyped(target.value)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store()
      }}
      onBlur={() => {
        store()
        setTyped(undefined)
      }}
    />
  )
}
