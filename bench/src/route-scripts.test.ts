import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Asset } from './asset-size.ts'
import { WALLET_ROUTES, findRouteProblems, routeScripts } from './route-scripts.ts'

const aScript = (name: string, body: Buffer | string): Asset => ({
  path: `/assets/${name}.js`,
  kind: 'script',
  body: Buffer.from(body),
})
const SOURCES: Record<string, string[]> = {
  '/assets/send.js': ['../../src/features/wallet/send/send-screen.tsx'],
  '/assets/review.js': ['../../src/features/wallet/send/relay-review-step.tsx'],
  '/assets/sites.js': ['../../src/features/wallet/connections/engine.ts'],
}
const sourcesOf = (path: string) => SOURCES[path]
const of = WALLET_ROUTES['wallet, send'] ?? /$/

test('measures the scripts of a route with all that they import beyond the first load', () => {
  const first = aScript('main', 'let a')
  const all = [
    first,
    aScript('send', 'import{a}from"./main.js";import"./card.js";import("./review.js")'),
    aScript('card', 'import{b}from"./deep.js"'),
    aScript('deep', 'let c'),
    aScript('review', 'let d'),
    aScript('sites', 'let e'),
  ]

  const scripts = routeScripts(all, [first], { of, sourcesOf })

  expect(scripts.map(({ path }) => path).toSorted()).toEqual([
    '/assets/card.js',
    '/assets/deep.js',
    '/assets/review.js',
    '/assets/send.js',
  ])
  expect(findRouteProblems(scripts)).toEqual([])
})

test('rejects a route with too many bytes, and one without a script', () => {
  const send = aScript('send', 'import{a}from"./large.js"')
  const large = aScript('large', randomBytes(121_000))

  const scripts = routeScripts([send, large], [], { of, sourcesOf })

  expect(findRouteProblems(scripts).join()).toContain('120000')
  expect(findRouteProblems(routeScripts([large], [], { of, sourcesOf }))).toEqual([
    'no script of the route was built',
  ])
})
