import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { Language } from '@solstice/contract/messages'
import axe from 'axe-core'
import { chooseLanguage } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { noteSignedOut } from '#/lib/session-state.ts'
import { createConsoleRouter } from '#/router.tsx'
import { setState } from './server.ts'
import type { State } from './server.ts'

/** Opens a path of the console with a server in the given state. */
export async function openScreen(
  path: string,
  { state = 'normal', language = 'en' }: { state?: State; language?: Language } = {},
) {
  queryClient.clear()
  noteSignedOut()
  setState(state)
  await chooseLanguage(language)
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }))
  render(<RouterProvider router={router} />)
  return router
}

/**
 * Returns the violations that axe finds in the page or in one element of it. axe finds nodes fastest
 * when it starts at the document. Contrast needs a browser; the journeys check it.
 */
export async function axeViolations(within: Document | Element = document): Promise<string[]> {
  const { violations } = await act(() =>
    axe.run(within, {
      resultTypes: ['violations'],
      // The phone's frame has no page here; its journey checks it.
      iframes: false,
      rules: { 'color-contrast': { enabled: false } },
    }),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
