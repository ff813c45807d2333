import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useConnectivity } from '#/lib/connectivity.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { noteServerTime } from '@solstice/ui/time.ts'
import { OfflineBar } from './offline-bar.tsx'

// A render without a browser reads the initial state of a store.
const rendered = useConnectivity.getInitialState()
const before = { ...rendered }

afterEach(() => void Object.assign(rendered, before))

type Shown = { isOffline: boolean; isSignedIn?: boolean; isUnreachable?: boolean }

async function renderBar({ isOffline, isSignedIn = false, isUnreachable = false }: Shown) {
  Object.assign(rendered, { isOffline })
  await loadTexts('common')
  return renderToStaticMarkup(<OfflineBar isSignedIn={isSignedIn} isUnreachable={isUnreachable} />)
}

test('shows nothing while requests are answered', async () => {
  expect(await renderBar({ isOffline: false })).toBe('<div role="status"></div>')
})

test('formats no time while requests are answered, because the first format of a page is slow', async () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat')

  await renderBar({ isOffline: false, isSignedIn: true })

  expect(format).not.toHaveBeenCalled()
  format.mockRestore()
})

test('distinguishes an offline device from a server that does not respond', async () => {
  expect(await renderBar({ isOffline: true, isUnreachable: true })).toContain('You’re offline.')
  expect(await renderBar({ isOffline: false, isUnreachable: true })).toContain(
    'We can’t reach Solstice. We’ll log you in again as soon as it responds.',
  )
})

test('shows a signed-in member the age of the content', async () => {
  noteServerTime(null, Date.now())

  expect(await renderBar({ isOffline: true, isSignedIn: true })).toMatch(
    /Offline. Last updated \d\d:\d\d</,
  )
})
