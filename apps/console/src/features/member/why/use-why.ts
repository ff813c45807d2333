import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

export type Why = {
  /** The explained entry, or `now`; undefined while the panel is closed. */
  entry: string | undefined
  /** True if a person opened the panel here, so that it takes the focus; false for an address. */
  isAsked: () => boolean
  /** Explains an entry; `opener` gets the focus back when the panel closes. */
  ask: (entry: string, opener?: HTMLElement) => void
  close: () => void
}

/** Keeps the explained entry in the address, so that a link to it opens the same panel. */
export function useWhy(): Why {
  const { entry } = useSearch({ from: '/app/members/$userId' })
  const navigate = useNavigate({ from: '/members/$userId' })
  const isAsked = useRef(false)
  const openedBy = useRef<HTMLElement>(undefined)

  function ask(next: string, opener?: HTMLElement) {
    isAsked.current = true
    if (opener) openedBy.current = opener
    void navigate({ search: (old) => ({ ...old, entry: next }), resetScroll: false })
  }

  function close() {
    void navigate({
      search: ({ entry: _entry, ...rest }) => rest,
      resetScroll: false,
      replace: true,
    })
    // A panel that an address opened has no opener, but its row may be on the page.
    const row = document.querySelector<HTMLElement>(`[data-why="${CSS.escape(entry ?? '')}"]`)
    const target = openedBy.current?.isConnected ? openedBy.current : row
    target?.focus({ preventScroll: true })
    openedBy.current = undefined
  }

  return { entry, isAsked: () => isAsked.current, ask, close }
}
