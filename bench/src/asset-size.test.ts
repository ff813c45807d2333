import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type Asset,
  findConsoleProblems,
  findLaterProblems,
  findProblems,
  findWalletProblems,
  laterScripts,
  walletChunks,
  measureSize,
} from './asset-size.ts'

const aScript = (body: Buffer | string = 'let a'): Asset => ({
  path: '/assets/a.js',
  kind: 'script',
  body: Buffer.from(body),
})
const aStyle = (body: Buffer | string): Asset => ({
  path: '/assets/a.css',
  kind: 'stylesheet',
  body: Buffer.from(body),
})
const ours = () => ['../../src/main.tsx', '../../../../node_modules/react/index.js']

test('measures scripts and styles as gzip and fonts uncompressed', () => {
  const weight = measureSize([
    aScript('x'.repeat(100_000)),
    { path: '/inter.woff2', kind: 'font', body: randomBytes(500) },
  ])

  expect(weight.scripts).toBeLessThan(1000)
  expect(weight).toMatchObject({ styles: 0, fonts: 500, requests: 2 })
})

test('finds no problems in a small load of our own code', () => {
  expect(findProblems([aScript(), aStyle('a{}')], ours)).toEqual([])
})

test.each([
  ['too many script bytes', [aScript(randomBytes(150_000))], ours, 'scripts have'],
  ['too many style bytes', [aScript(), aStyle(randomBytes(13_000))], ours, 'styles have'],
  ['a font inside a style', [aScript(), aStyle('src:url(data:font/woff2;')], ours, 'font inside'],
  [
    'a font file',
    [aScript(), { path: '/assets/Pretendard.woff2', kind: 'font', body: Buffer.alloc(9) } as const],
    ours,
    'a font file in the first load',
  ],
  ['zod', [aScript()], () => ['../node_modules/zod/v4/core.js'], 'brings zod'],
  ['viem', [aScript()], () => ['../node_modules/viem/index.ts'], 'brings viem'],
  ['Sentry', [aScript()], () => ['../node_modules/@sentry/browser/x.js'], 'brings @sentry/browser'],
  ['Firebase', [aScript()], () => ['../node_modules/@firebase/app/x.js'], 'brings @firebase/app'],
  [
    'a script without a source map',
    [{ ...aScript(), body: Buffer.alloc(2_001) }],
    () => undefined,
    'no source map',
  ],
  ['an empty load', [], ours, 'no script'],
])('rejects %s', (_name, assets, sourcesOf, problem) => {
  expect(findProblems(assets, sourcesOf).join()).toContain(problem)
})

test('measures the wallet chunks beyond the first load, and rejects too many bytes and none', () => {
  const named = (path: string, body: Buffer | string = 'let a') => ({ ...aScript(body), path })
  const sources: Record<string, string[]> = {
    '/guard.js': ['../../src/features/wallet/device/wallet-check.ts'],
    '/wallet.js': ['../../src/ui/card.tsx', '../../src/features/wallet/send/send-screen.tsx'],
    '/sentry.js': ['../../node_modules/@sentry/browser/x.js'],
  }
  const loaded = Object.keys(sources).map((path) => named(path))

  const chunks = walletChunks(loaded, [named('/guard.js')], (path) => sources[path])

  expect(chunks.map(({ path }) => path)).toEqual(['/wallet.js'])
  expect(findWalletProblems(chunks)).toEqual([])
  expect(findWalletProblems([named('/wallet.js', randomBytes(121_000))]).join()).toContain(
    'scripts have',
  )
  expect(findWalletProblems([])).toEqual(['no script of the wallet was loaded'])
})

test('the console may load fonts and 190,000 bytes of scripts, but no schemas', () => {
  const font = { path: '/inter.woff2', kind: 'font', body: Buffer.alloc(9) } as const

  expect(findConsoleProblems([aScript(randomBytes(150_000)), font], ours)).toEqual([])
  expect(findConsoleProblems([aScript(randomBytes(191_000))], ours).join()).toContain('190000')
  expect(findConsoleProblems([aScript()], () => ['../node_modules/zod/v4/core.js'])).toEqual([
    'zod is in the first load',
  ])
  expect(findConsoleProblems([], ours)).toEqual(['no script was loaded'])
})

test('measures the scripts of a page of the console beyond the first load', () => {
  const named = (path: string, body: Buffer | string = 'let a') => ({ ...aScript(body), path })
  const builder = () => ['../../src/features/builder/steps.tsx']
  const scripts = laterScripts([named('/main.js'), named('/builder.js')], [named('/main.js')])

  expect(scripts.map(({ path }) => path)).toEqual(['/builder.js'])
  expect(findLaterProblems('builder', scripts, builder)).toEqual([])
  expect(findLaterProblems('dashboard', scripts, builder)).toEqual([
    'no script of the dashboard was loaded later',
  ])
  const large = [named('/builder.js', randomBytes(151_000))]
  expect(findLaterProblems('builder', large, builder).join()).toContain('150000')
})
