import type { Language } from '@solstice/contract/messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as I18n from './i18n.ts'

/** The device storage, which survives a page load. */
const kept = new Map<string, string>()
const save = vi.fn<(chosen: Language) => Promise<unknown>>(async () => undefined)

/** The manifest link, from which browsers install the app. */
const link = {
  href: '',
  getAttribute: () => link.href,
  setAttribute: (_name: 'href', href: string) => void (link.href = href),
}

beforeEach(() => {
  kept.clear()
  link.href = ''
  save.mockClear()
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => link })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Starts the app with only the stored data of the device. */
async function startApp(): Promise<typeof I18n> {
  vi.resetModules()
  const app = await import('./i18n.ts')
  await app.startI18n()
  return app
}

test("stores the account's language for the next start", async () => {
  await (await startApp()).followAccount('ko', save)

  expect((await startApp()).currentLanguage()).toBe('ko')
  expect(save).not.toHaveBeenCalled()
})

test("follows the account's language each time, whatever it was before", async () => {
  await (await startApp()).followAccount('ko', save)
  const app = await startApp()

  await app.followAccount('en', save)

  expect(app.currentLanguage()).toBe('en')
  expect(save).not.toHaveBeenCalled()
})

test('saves a choice made before the log-in to the account once, and then follows the account again', async () => {
  const app = await startApp()
  await app.chooseLanguage('ko')

  await app.followAccount('en', save)
  expect(save).toHaveBeenCalledExactlyOnceWith('ko')
  expect(app.currentLanguage()).toBe('ko')

  await app.followAccount('en', save)
  expect(app.currentLanguage()).toBe('en')
  expect(save).toHaveBeenCalledOnce()
})

test('stores the choice of the current language too, so that the next member does not change it', async () => {
  const app = await startApp()
  await app.followAccount('ko', save)
  await app.chooseLanguage('ko')

  await app.followAccount('en', save)

  expect(app.currentLanguage()).toBe('ko')
  expect(save).toHaveBeenCalledExactlyOnceWith('ko')
})

test('keeps a choice that could not be saved and sends it again at the next start', async () => {
  const app = await startApp()
  await app.chooseLanguage('ko')
  save.mockRejectedValueOnce(new Error('refused'))

  await expect(app.followAccount('en', save)).rejects.toThrow('refused')

  const later = await startApp()
  await later.followAccount('en', save)
  expect(later.currentLanguage()).toBe('ko')
  expect(save).toHaveBeenCalledTimes(2)
})

test("treats a language saved in the settings as the account's and follows it from then on", async () => {
  const app = await startApp()
  await app.chooseLanguage('ko')
  app.noteAccountLanguage('ko')

  await app.followAccount('en', save)

  expect(app.currentLanguage()).toBe('en')
  expect(save).not.toHaveBeenCalled()
})

test('still saves a choice that was made while an earlier one is being saved', async () => {
  const app = await startApp()
  await app.chooseLanguage('ko')
  const saving = Promise.withResolvers<void>()
  save.mockReturnValueOnce(saving.promise)
  const followed = app.followAccount('en', save)

  await app.chooseLanguage('en')
  saving.resolve()
  await followed
  await app.followAccount('ko', save)

  expect(save).toHaveBeenLastCalledWith('en')
  expect(app.currentLanguage()).toBe('en')
})

test('does not save an unsaved choice of one member to the account of the next', async () => {
  const app = await startApp()
  await app.followAccount('en', save)
  await app.chooseLanguage('ko')
  const { runSignOutTasks } = await import('./sign-out.ts')

  runSignOutTasks({ wipe: false })
  await app.followAccount('en', save)

  expect(save).not.toHaveBeenCalled()
  expect(app.currentLanguage()).toBe('en')
})

test('replaces a language stored by an earlier release with that of the account', async () => {
  kept.set('i18nextLng', 'ko')
  const app = await startApp()

  await app.followAccount('en', save)

  expect(save).not.toHaveBeenCalled()
  expect(app.currentLanguage()).toBe('en')
})

test('links the manifest of an invitation before it loads any text', async () => {
  kept.set('referral_code', 'ABCD2345')
  vi.resetModules()
  const app = await import('./i18n.ts')

  const started = app.startI18n()

  expect(link.href).toBe('/manifest.webmanifest?ref=ABCD2345')
  await started
})
