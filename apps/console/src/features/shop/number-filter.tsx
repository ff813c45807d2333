import { useState } from 'react'
import type { FormEvent } from 'react'
import { Field } from '#/ui/field.tsx'
import { wholeNumber } from './filter.ts'

type NumberFilterProps = {
  label: string
  value: number | undefined
  onValue: (value: number | undefined) => void
}

/** Filters by a number, which applies with Enter. */
export function NumberFilter(props: NumberFilterProps) {
  // A value from the address replaces what was typed.
  return <Typed key={props.value ?? ''} {...props} />
}

function Typed({ label, value, onValue }: NumberFilterProps) {
  const [draft, setDraft] = useState(String(value ?? ''))

  function submit(event: FormEvent) {
    event.preventDefault()
    onValue(wholeNumber(draft))
  }

  return (
    <form onSubmit={submit}>
      <Field label={label} inputMode="numeric" maxLength={15} value={draft} onValue={setDraft} />
    </form>
  )
}
