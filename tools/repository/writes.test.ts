import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@solstice/contract/catalogue'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'
import { writersIn } from './write-paths.ts'

const WEB = join(ROOT, 'apps/web/src')

const writeIds = new Set(
  Object.values(endpoints).flatMap(({ id, method }) => (method === 'GET' ? [] : [id])),
)

const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: WEB })
    .filter((file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(WEB, file), 'utf8')]),
)

/** Lists writes outside `useAction`, with the reasons of decision 0078. */
const EXCEPTIONS = [
  // These screens open before the login, without the query client.
  'features/auth/api.ts › logIn',
  'features/auth/api.ts › checkSignUpEmail',
  'features/auth/api.ts › sendSignUpCode',
  'features/auth/api.ts › verifySignUpCode',
  'features/auth/api.ts › signUp',
  'features/auth/api.ts › sendResetCode',
  'features/auth/api.ts › verifyResetCode',
  'features/auth/api.ts › resetPassword',
  'features/freeze/api.ts › readLink',
  'features/freeze/api.ts › reportTheft',
  // These manage the session itself: refresh, logout, and the language of the account.
  'lib/api-client.ts › createApiClient',
  'features/auth/store.ts › useAuth',
  // The lock screen opens without the query client; the PIN protocol takes several requests.
  'features/pin/api.ts › pinCalls',
  // The subscription follows the browser, also at logout and without a screen.
  'features/push/push.ts › getPushClient',
  // A transfer on a chain reports itself and retries until the server has responded.
  'features/wallet/chain/transfer.ts › report',
  // The nonce of the signed intent makes a repetition harmless, and the query reads its result.
  'features/wallet/relay/api.ts › followQuery',
]

const rootsOf = (writers: ReturnType<typeof writersIn>) =>
  writers.flatMap(({ id, isRoot }) => (isRoot ? [id] : []))

describe('a write', () => {
  const api = `export function save(id) { return call(endpoints['a.save'], { id }) }`

  function rootsIn(screen: string): string[] {
    const files = new Map([
      ['api.ts', api],
      ['screen.tsx', `import { save } from './api.ts'\n${screen}`],
    ])
    return rootsOf(writersIn(files, new Set(['a.save'])))
  }

  test.each([
    'const { run } = useAction({ call: () => save(1) })',
    'const { run } = useAction({ call: go })\nfunction go() { return save(1) }',
    'type Id = Parameters<typeof save>[0]',
    'function go(save: () => void) { save() }\nreturn <button onClick={go} />',
  ])('is part of an action: %s', (body) => {
    expect(rootsIn(`export function Screen() { ${body} }`)).toEqual([])
  })

  test.each([
    'return <button onClick={() => void save(1)} />',
    'const go = () => save(1)\nreturn <button onClick={go} />',
    'async function go() { await save(1) }\nreturn <button onClick={() => void go()} />',
    `const go = async () => (await import('./api.ts')).save(1)\nreturn <button onClick={go} />`,
    `return <button onClick={() => call(endpoints['a.save'], {})} />`,
  ])('is outside an action: %s', (body) => {
    expect(rootsIn(`export function Screen() { ${body} }`)).toEqual(['screen.tsx › Screen'])
  })

  test('is followed through other functions, hooks and modules', () => {
    const other = 'const saveTwice = async () => { await save(1); await save(2) }'
    expect(rootsIn(`${other}\nexport function useSave() { return saveTwice }`)).toEqual([
      'screen.tsx › useSave',
    ])
    expect(rootsIn(`${other}\nsetTimeout(saveTwice)`)).toEqual(['screen.tsx › the module'])
  })
})

test('every write of the web goes through useAction, except for the listed ones', () => {
  expect(rootsOf(writersIn(sources, writeIds, new Set(EXCEPTIONS)))).toEqual([])
})

test('every exception contains a write', () => {
  const writers = new Set(writersIn(sources, writeIds).map(({ id }) => id))
  expect(EXCEPTIONS.filter((name) => !writers.has(name))).toEqual([])
})
