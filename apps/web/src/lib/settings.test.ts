import { expect, test } from 'vitest'
import { DEFAULT_WEB_SETTINGS } from '@solstice/contract/web-settings'
import { parseSettings } from './settings.ts'

test('uses the embedded default on a page without settings', () => {
  expect(parseSettings(undefined)).toBe(DEFAULT_WEB_SETTINGS)
  expect(parseSettings('')).toBe(DEFAULT_WEB_SETTINGS)
})

test('uses the default for unreadable settings, so that the app starts', () => {
  expect(parseSettings('{"previewHosts":')).toBe(DEFAULT_WEB_SETTINGS)
})

test("prefers the server's settings and uses the default for missing ones", () => {
  expect(parseSettings('{"previewHosts":["stage.example"]}')).toEqual({
    ...DEFAULT_WEB_SETTINGS,
    previewHosts: ['stage.example'],
  })
})
