import { QueryClient, QueryClientProvider, onlineManager } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { NoticeScreen } from './notice-screen.tsx'
import type { NoticeTab } from './notice-screen.tsx'

afterEach(() => onlineManager.setOnline(true))

test.each(['alert', 'notification'] as const satisfies readonly NoticeTab[])(
  'shows on the %s tab that there is no network, instead of loading endlessly',
  async (tab) => {
    await loadTexts('notice')
    onlineManager.setOnline(false)

    const html = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <NoticeScreen
          back={{ label: 'Back', onPress: () => {} }}
          startsWith={tab}
          hrefOf={() => undefined}
          onOpen={() => {}}
          settings={null}
        />
      </QueryClientProvider>,
    )

    expect(html).toContain('role="alert"')
    expect(html).toContain('offline')
  },
)
