import { useState } from 'react'
import type { FormEvent } from 'react'
import { useBusy } from '@solstice/ui/use-busy.ts'

type Fields = Record<string, string | boolean>
type Problems<Values extends Fields> = Partial<Record<keyof Values, string | undefined>>
type NamesOf<Values extends Fields, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never
}[keyof Values & string]

/** The props that a form passes to a text field. */
export type FieldBinding = {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}

/** The props that a form passes to a checkbox. */
export type CheckBinding = {
  name: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

export type FormState<Values extends Fields> = {
  values: Values
  field: (name: NamesOf<Values, string>) => FieldBinding
  check: (name: NamesOf<Values, boolean>) => CheckBinding
  /** Shows the server's refusal of this field's value until the field is edited. */
  refuse: (name: keyof Values & string, message: string) => void
  /**
   * Runs the action if all fields are valid; otherwise shows every problem and focuses the first.
   */
  submit: (action: () => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
}

/**
 * Manages fields that are validated on blur and on submit. An empty field is validated only on
 * submit.
 */
export function useForm<Values extends Fields>(
  initial: Values,
  validate: (values: Values) => Problems<Values>,
): FormState<Values> {
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<Partial<Record<keyof Values, boolean>>>({})
  const [refusals, setRefusals] = useState<Problems<Values>>({})
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, run } = useBusy()
  const problems = validate(values)

  function errorOf(name: keyof Values): string | undefined {
    return refusals[name] ?? (left[name] || isSubmitted ? problems[name] : undefined)
  }

  function change(name: keyof Values, value: string | boolean): void {
    setValues((current) => ({ ...current, [name]: value }))
    setRefusals((current) => ({ ...current, [name]: undefined }))
  }

  return {
    values,
    isBusy,
    field: (name) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: (value) => change(name, value),
      onBlur: () => {
        if (values[name] !== '') setLeft((current) => ({ ...current, [name]: true }))
      },
    }),
    check: (name) => ({
      name,
      checked: values[name] === true,
      error: errorOf(name),
      onChange: (checked) => change(name, checked),
    }),
    refuse: (name, message) => setRefusals((current) => ({ ...current, [name]: message })),
    submit: (action) => (event) => {
      event.preventDefault()
      const form = event.currentTarget
      setSubmitted(true)
      if (isBusy) return
      if (Object.values(problems).some(Boolean)) return focusFirstProblem(form)
      void run(action).finally(() => focusFirstProblem(form))
    },
  }
}

/** Focuses the first invalid field after the next paint, when the problems are marked. */
export function focusFirstProblem(form: ParentNode): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus({ preventScroll: true })
    // Scroll to the middle, because the dock covers the end of the page.
    field?.scrollIntoView({ block: 'center' })
  })
}
