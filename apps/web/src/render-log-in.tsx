import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { setLanguage } from '@solstice/ui/language.ts'
import type { Language } from '@solstice/contract/messages'
import { App } from '#/app.tsx'
import { useAuth } from '#/features/auth/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { createAppRouter } from '#/router.tsx'

/** React adds these for images; the page has its own hints. */
const IMAGE_HINTS = /<link rel="preload" as="image"[^>]*>/g

/**
 * Renders the log-in of a visitor with the components of the app, so that React can take over the
 * same elements in the browser.
 */
export async function renderLogIn(language: Language): Promise<string> {
  setLanguage(language)
  await loadTexts('common', 'auth')
  useAuth.getState().setSignedOut()
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/auth/login'] }))
  await router.load()
  return renderToString(<App router={router} />).replace(IMAGE_HINTS, '')
}
