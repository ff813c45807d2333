import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { SetAsideNotice } from './set-aside-link.tsx'

/** The router, which only a running app has. */
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/wallet/set-aside">{children}</a>,
}))

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function renderNotice(canWrite: boolean): Promise<string> {
  const copy = { record: { ethAddress: ADDRESS, state: 'active' } }
  const memory = new Map([['wallet_set_aside_7', JSON.stringify([copy])]])
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!canWrite) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
    },
  })
  await loadTexts('wallet')
  return renderToStaticMarkup(<SetAsideNotice userId="7" inUse={OTHER} />)
}

test('shows until when the copy of another wallet is kept', async () => {
  expect(await renderNotice(true)).toMatch(/is kept on this phone, locked, until .*\d/)
})

test('shows a copy without a date if the phone cannot store that it was seen', async () => {
  expect(await renderNotice(false)).toContain('is kept on this phone, locked.')
})
