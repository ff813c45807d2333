import { expect, test } from 'vitest'
import { DEFAULT_WEB_SETTINGS } from '@solstice/contract/web-settings'
import { parseSettings } from './settings.ts'

test('a page without settings runs on the embedded default', () => {
  expect(parseSettings(undefined)).toBe(DEFAULT_WEB_SETTINGS)
  expect(parseSettings('')).toBe(DEFAULT_WEB_SETTINGS)
})

test('settings that cannot be read are the default, so that the app starts', () => {
  expect(parseSettings('{"previewHosts":')).toBe(DEFAULT_WEB_SETTINGS)
})

test('what the server says wins; what it leaves out is the default', () => {
  expect(parseSettings('{"previewHosts":["stage.example"]}')).toEqual({
    ...DEFAULT_WEB_SETTINGS,
    previewHosts: ['stage.example'],
  })
})
