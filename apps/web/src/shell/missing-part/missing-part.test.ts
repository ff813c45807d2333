import { expect, test } from 'vitest'
import { isMissingPart } from '#/lib/missing-part.ts'
import { isOutdated } from './outdated.ts'
import { watchMissingParts } from './watch-missing-parts.ts'

function aPage() {
  const page = new EventTarget()
  watchMissingParts(page)
  return page
}

test.each([
  'Failed to fetch dynamically imported module: https://app.example/assets/more-1.js',
  'error loading dynamically imported module: https://app.example/assets/more-1.js',
  'Importing a module script failed.',
])('marks %s as a missing part, without a name that makes the router reload', (message) => {
  const error = new TypeError(message)
  expect(isMissingPart(error)).toBe(false)

  aPage().dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))

  expect(isMissingPart(error)).toBe(true)
  expect(error.message).toBe(`Not loaded: ${message}`)
})

test.each([
  ['stylesheet', 1],
  ['icon', 0],
])('removes a failed %s link from the page %i times', (rel, times) => {
  let removed = 0
  const failed = new Event('error')
  Object.defineProperty(failed, 'target', { value: { rel, remove: () => (removed += 1) } })

  aPage().dispatchEvent(failed)

  expect(removed).toBe(times)
})

const PAGE = {
  querySelector: () => ({ getAttribute: () => '/assets/index-1.js' }),
} as unknown as Document

test.each([
  ['the same release', false, () => new Response('<script src="/assets/index-1.js">')],
  ['another release', true, () => new Response('<script src="/assets/index-2.js">')],
  ['a fault', false, () => new Response('Bad Gateway', { status: 502 })],
  ['no network', false, () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('detects an outdated page after %s: %s', async (_name, expected, answer) => {
  expect(await isOutdated(PAGE, async () => answer())).toBe(expected)
})
