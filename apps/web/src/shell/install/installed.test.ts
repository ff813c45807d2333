import { expect, test } from 'vitest'
import { installMethodOf, isPreviewHost, runsInstalled } from './installed.ts'

function aPage(options: { mode?: string; standalone?: boolean } = {}) {
  const { mode = 'browser', standalone } = options
  return {
    matchMedia: (query: string) => ({ matches: query === `(display-mode: ${mode})` }),
    navigator: standalone === undefined ? {} : { standalone },
  }
}

test.each(['standalone', 'fullscreen', 'minimal-ui'])(
  'treats display mode %s as installed',
  (mode) => {
    expect(runsInstalled(aPage({ mode }))).toBe(true)
  },
)

test('treats an iPhone page from the home screen as installed, but not a browser tab', () => {
  expect(runsInstalled(aPage())).toBe(false)
  expect(runsInstalled(aPage({ standalone: false }))).toBe(false)
  expect(runsInstalled(aPage({ standalone: true }))).toBe(true)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['preview', true],
  ['preview-42.solstice.example', true],
  ['app.localhost', false],
  ['solstice.example', false],
  ['my-preview.example', false],
])('detects %s as a preview host: %s', (host, expected) => {
  expect(isPreviewHost(host, ['localhost', '127.0.0.1', 'preview*'])).toBe(expected)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0, 'other'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile Safari/537.36', 5, 'other'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile KAKAOTALK 11.0', 5, 'in-app-browser'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Instagram 350.0', 5, 'in-app-browser'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) [FBAN/FBIOS;FBAV/480.0]', 5, 'in-app-browser'],
  ['Mozilla/5.0 (Linux; Android 15) [FB_IAB/FB4A]', 5, 'in-app-browser'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari Line/14.0', 5, 'in-app-browser'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) NAVER(inapp; search; 1000; 12.0)',
    5,
    'in-app-browser',
  ],
])(
  'selects for %s with %i touch points the install method %s',
  (userAgent, maxTouchPoints, way) => {
    expect(installMethodOf({ userAgent, maxTouchPoints })).toBe(way)
  },
)
