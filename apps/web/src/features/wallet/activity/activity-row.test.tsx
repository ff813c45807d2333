import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { chooseLanguage, loadTexts } from '#/lib/i18n.ts'
import type { Activity } from './activity.ts'
import { ActivityRow } from './activity-row.tsx'

/** Mocks the router, which needs a running app. */
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/wallet/history">{children}</a>,
}))

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ACTIVITY: Activity = {
  hash: '0x1',
  chainId: 1,
  atMs: new Date(2026, 5, 23, 14, 5).getTime(),
  from: ADDRESS,
  to: ADDRESS,
  amount: 1n,
  decimals: 18,
  symbol: 'ETH',
  contract: null,
  direction: 'in',
  status: 'done',
}

test.each([
  ['en', '23 Jun 14:05'],
  ['ko', '6월 23일 14:05'],
] as const)(
  'shows the time in 24-hour format, as the rest of the app does (%s)',
  async (language, written) => {
    const link = { getAttribute: () => '', setAttribute: () => {} }
    vi.stubGlobal('document', { documentElement: {}, querySelector: () => link })
    await chooseLanguage(language)
    await loadTexts('wallet')

    const row = renderToStaticMarkup(<ActivityRow activity={ACTIVITY} name={undefined} />)

    expect(row).toContain(written)
  },
)
