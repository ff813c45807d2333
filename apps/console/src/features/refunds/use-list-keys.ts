import { useEffect, useRef } from 'react'

export type ListKeys = Partial<Record<'j' | 'k' | 'c' | 'Enter', () => void>>

const TYPING = 'input:not([type=radio]), textarea, select, dialog, [contenteditable]'

/** Runs an action on a key, unless the person types or a dialog is open. */
export function useListKeys(keys: ListKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest(TYPING)) return
      if (document.querySelector('dialog[open]')) return
      // Enter presses a focused button or link.
      if (event.key === 'Enter' && target instanceof Element && target.closest('a, button')) return
      const run = current.current[event.key as keyof ListKeys] // An unknown key has no action.
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
