import type { ReactNode } from 'react'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { getIn } from '#/lib/season-draft.ts'
import { NumberInput } from './number-input.tsx'

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

export function DraftNumber({ path, ...field }: DraftNumberProps) {
  const { draft } = useBuilder()
  const { set } = useEdits()
  return (
    <NumberInput
      {...field}
      path={path}
      value={numberText(getIn(draft, path))}
      onChange={({ target }) => set(path, numberFrom(target.value))}
    />
  )
}

/** Edits an amount of a token, which a plan stores as text to keep it exact. */
export function DraftAmount({ path, ...field }: DraftNumberProps) {
  const { draft } = useBuilder()
  const { set } = useEdits()
  return (
    <NumberInput
      {...field}
      path={path}
      value={numberText(getIn(draft, path))}
      onChange={({ target }) => set(path, target.value.trim())}
    />
  )
}
