import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { noteServerTime } from '@solstice/ui/time.ts'
import { listSetAside } from './set-aside.ts'
import { SetAsideLink, SetAsideNotice } from './set-aside-link.tsx'

/** Mocks the router, which needs a running app. */
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/wallet/set-aside">{children}</a>,
}))

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const TODAY = '2026-06-23T05:00:00.000Z'
const memory = new Map<string, string>()

beforeEach(() => {
  memory.clear()
  noteServerTime(TODAY, Date.now())
})

afterEach(() => void vi.useRealTimers())

type Copy = { record: { ethAddress: string; state: string }; seenAtMs?: number }

async function renderNotice(copies: Copy[], canWrite = true): Promise<string> {
  await keep(copies, canWrite)
  return renderToStaticMarkup(<SetAsideNotice userId="7" inUse={OTHER} />)
}

async function keep(copies: Copy[], canWrite: boolean): Promise<void> {
  memory.set('wallet_set_aside_7', JSON.stringify(copies))
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!canWrite) throw new DOMException('full', 'QuotaExceededError')
        memory.set(key, value)
      },
      removeItem: (key: string) => memory.delete(key),
    },
  })
  await loadTexts('wallet')
}

const COPY = { record: { ethAddress: ADDRESS, state: 'active' } }

test('shows how long the copy of another wallet is kept', async () => {
  expect(await renderNotice([COPY])).toMatch(/is kept on this phone, locked, until .*\d/)
})

test('shows a copy without a date if the device cannot store that it was seen', async () => {
  expect(await renderNotice([COPY], false)).toContain('is kept on this phone, locked.')
})

test('keeps and shows a copy on a device whose clock is far ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-01-01T00:00:00.000Z') })
  const seenAtMs = Date.parse('2026-06-01T05:00:00.000Z')

  expect(await renderNotice([{ ...COPY, seenAtMs }])).toContain('until Jul 1, 2026')

  expect(JSON.parse(memory.get('wallet_set_aside_7') ?? '')).toEqual([{ ...COPY, seenAtMs }])
})

const HIDDEN = { record: { ethAddress: `0x${'1'.repeat(40)}`, state: 'active' } }

test('starts the 30 days only for the copy that the notice names', async () => {
  await renderNotice([COPY, HIDDEN])

  const [named, other] = listSetAside('7', Date.parse(TODAY))
  expect(named?.untilMs).toBeGreaterThan(Date.parse(TODAY))
  expect(other).toMatchObject({ ...HIDDEN, untilMs: undefined })
})

test('starts the 30 days of no copy for a link that names none', async () => {
  await keep([COPY, HIDDEN], true)

  expect(renderToStaticMarkup(<SetAsideLink userId="7" />)).toContain('View or back up')

  const ends = listSetAside('7', Date.parse(TODAY)).map(({ untilMs }) => untilMs)
  expect(ends).toEqual([undefined, undefined])
})
