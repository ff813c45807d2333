import type { BrowserContext, Page, Route } from '@playwright/test'

export const STATES = ['normal', 'wallet', 'empty', 'long', 'error', 'offline'] as const
export type State = (typeof STATES)[number]

/** Calls that every session needs to stay signed in; they succeed in every state. */
const NEEDED = /\/v1\/(public\/auth\/|private\/users\/(me|pin|profile)\b)/

/** Names that members, operators and others choose, which may have any length. */
const USER_TEXT_FIELDS = new Set([
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

/** Puts a signed-in app into a state; screens that are opened afterwards show it. */
export async function applyState(
  state: State,
  { page, context, language }: { page: Page; context: BrowserContext; language: 'en' | 'ko' },
): Promise<void> {
  if (state === 'offline') await context.setOffline(true)
  if (state === 'error') await page.route('**/v1/**', refuse)
  if (state === 'long')
    await page.route('**/v1/**', (route) => lengthenTexts(route, LONG[language]))
}

/** Rejects with 400, because the app would retry a server error three times. */
async function refuse(route: Route): Promise<void> {
  if (NEEDED.test(route.request().url())) return route.continue()
  await route.fulfill({
    status: 400,
    json: { code: 9999, success: false, msg: '', data: null },
  })
}

async function lengthenTexts(route: Route, long: string): Promise<void> {
  if (route.request().method() !== 'GET') return route.continue()
  const response = await route.fetch()
  const text = await response.text()
  const json: unknown = JSON.parse(text, (key, value: unknown) =>
    USER_TEXT_FIELDS.has(key) && typeof value === 'string' && value !== '' ? long : value,
  )
  await route.fulfill({ response, json })
}
