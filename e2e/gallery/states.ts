import type { BrowserContext, Page, Route } from '@playwright/test'

export const STATES = ['normal', 'wallet', 'empty', 'long', 'error', 'offline'] as const
export type State = (typeof STATES)[number]

/** What every session needs in order to stay signed in; it is answered in every state. */
const NEEDED = /\/v1\/(public\/auth\/|private\/users\/(me|pin|profile)\b)/

/** Names that members, operators and other people choose, and that may be as long as they like. */
const WRITTEN = new Set([
  'nickname',
  'name',
  'title',
  'description',
  'content',
  'summary',
  'answer',
])
const LONG = {
  en: 'An unusually long and detailed name that somebody really did choose',
  ko: '누군가 정말로 골랐을 법한 유난히 길고 자세한 이름이에요 그리고 조금 더 이어져요',
}

/** Brings a signed-in app into a state; the screens that are opened after it show it. */
export async function bringAbout(
  state: State,
  { page, context, language }: { page: Page; context: BrowserContext; language: 'en' | 'ko' },
): Promise<void> {
  if (state === 'offline') await context.setOffline(true)
  if (state === 'error') await page.route('**/v1/**', refuse)
  if (state === 'long') await page.route('**/v1/**', (route) => lengthen(route, LONG[language]))
}

/** At once and for good: a fault of the server would be asked three times first. */
async function refuse(route: Route): Promise<void> {
  if (NEEDED.test(route.request().url())) return route.continue()
  await route.fulfill({
    status: 400,
    json: { code: 9999, success: false, msg: '', data: null },
  })
}

async function lengthen(route: Route, long: string): Promise<void> {
  if (route.request().method() !== 'GET') return route.continue()
  const response = await route.fetch()
  const text = await response.text()
  const json: unknown = JSON.parse(text, (key, value: unknown) =>
    WRITTEN.has(key) && typeof value === 'string' && value !== '' ? long : value,
  )
  await route.fulfill({ response, json })
}
