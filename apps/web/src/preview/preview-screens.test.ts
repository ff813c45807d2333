import { PREVIEW_SCREENS } from '@solstice/contract/season-preview'
import { expect, test } from 'vitest'
import { isPreviewPath, screenPath } from './preview-screens.ts'

test.each(PREVIEW_SCREENS)('the guard allows the screen %s of the picker', (screen) => {
  expect(isPreviewPath(screenPath(screen, 7))).toBe(true)
})

test.each(['/home', '/starlight/', '/rewards/tier/7', '/rewards/dashboard/rules'])(
  'allows %s, which the draft decides',
  (path) => {
    expect(isPreviewPath(path)).toBe(true)
  },
)

test.each([
  '/',
  '/wallet',
  '/wallet/send',
  '/more',
  '/auth/login',
  '/pin/unlock',
  '/rewards/claims',
  '/rewards/dashboard/7/history',
  '/rewards/dashboard/7/missions/6/buy-xp/1/complete',
])('closes %s, which needs an account or a wallet', (path) => {
  expect(isPreviewPath(path)).toBe(false)
})
