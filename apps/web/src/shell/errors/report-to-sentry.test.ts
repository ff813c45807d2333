import type * as Sentry from '@sentry/browser'
import { expect, test, vi } from 'vitest'
import { reportToSentry } from './report-to-sentry.ts'

const { clients } = vi.hoisted(() => ({
  clients: new Array<Pick<Sentry.BrowserOptions, 'tracesSampleRate'>>(),
}))

vi.mock('@sentry/browser', async (importOriginal) => {
  const library = await importOriginal<typeof Sentry>()
  class BrowserClient extends library.BrowserClient {
    constructor(options: ConstructorParameters<typeof library.BrowserClient>[0]) {
      super(options)
      clients.push(options)
    }
  }
  return { ...library, BrowserClient }
})

test('samples one trace in ten in the client of the reporting service', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))

  await reportToSentry('https://public@sentry.example/1', new Error('Broken'))

  expect(clients).toEqual([expect.objectContaining({ tracesSampleRate: 0.1 })])
  vi.unstubAllGlobals()
})
