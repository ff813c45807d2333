import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { changeLibrary } from '../apps/web/vite/installations-library.ts'
import { manifestOf } from '../apps/web/vite/manifest.ts'

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('@firebase/installations')
    .replace('index.cjs.js', 'esm/index.esm.js'),
  'utf8',
)

test('the installed library requests installations from the configured URL', () => {
  expect(changeLibrary(library)).toContain('globalThis.SOLSTICE_INSTALLATIONS_URL ??')
})

test('a library without the known URL, or with two of them, fails the build', () => {
  const address = "'https://firebaseinstallations.googleapis.com/v1'"
  expect(() => changeLibrary(library.replace(address, "'https://elsewhere.example/v1'"))).toThrow(
    'found 0',
  )
  expect(() => changeLibrary(`${library}\n${address}`)).toThrow('found 2')
})

test('the manifest is installable, portrait and standalone in both languages', () => {
  for (const language of ['en', 'ko'] as const) {
    expect(manifestOf(language)).toMatchObject({
      name: 'Solstice',
      short_name: 'Solstice',
      lang: language,
      start_url: '/',
      display: 'standalone',
      orientation: 'portrait-primary',
      theme_color: '#0b0a1a',
    })
    const { icons, shortcuts } = manifestOf(language)
    const maskable = icons.filter(({ purpose }) => purpose === 'maskable')
    expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
    expect(shortcuts.map(({ url }) => url)).toEqual([
      '/rewards?mission=1',
      '/rewards?mission=2',
      '/wallet',
    ])
  }
  expect(manifestOf('en').shortcuts.map(({ name }) => name)).toEqual(['Check in', 'Spin', 'Wallet'])
  expect(manifestOf('ko').shortcuts.map(({ name }) => name)).toEqual(['출석 체크', '룰렛', '지갑'])
})
