import { fetchAndActivate, setCustomSignals } from '@firebase/remote-config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useConnectivity } from '#/lib/connectivity.ts'
import { connectRemoteFlag } from './remote-flag.ts'

vi.mock('@firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('@firebase/remote-config', () => ({
  fetchAndActivate: vi.fn<typeof fetchAndActivate>(async () => true),
  getRemoteConfig: () => ({}),
  getString: () => '{}',
  setCustomSignals: vi.fn<typeof setCustomSignals>(async () => undefined),
  setLogLevel: () => undefined,
}))

const SETTINGS = { projectId: 'winter', apiKey: 'key-1', appId: '1:2:web:3' }

const signals = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`signal_${index}`, index]))

beforeEach(() => {
  vi.mocked(setCustomSignals).mockClear()
  vi.mocked(fetchAndActivate).mockClear()
})
afterEach(() => {
  useConnectivity.setState({ isOffline: false })
  vi.unstubAllGlobals()
})

test('passes 100 custom signals to the remote-config library', async () => {
  await connectRemoteFlag(SETTINGS, signals(100))

  expect(setCustomSignals).toHaveBeenCalledExactlyOnceWith(expect.anything(), signals(100))
})

test('refuses 101 custom signals before it passes any of them', async () => {
  await expect(connectRemoteFlag(SETTINGS, signals(101))).rejects.toThrow(RangeError)

  expect(setCustomSignals).not.toHaveBeenCalled()
})

test('reads the flag while only our own origin is unreachable', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  useConnectivity.setState({ isOffline: true })
  const { readFlag } = await connectRemoteFlag(SETTINGS, {})

  await expect(readFlag()).resolves.toBe('{}')

  expect(fetchAndActivate).toHaveBeenCalledTimes(1)
})

test('does not request the flag while the browser reports offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { readFlag } = await connectRemoteFlag(SETTINGS, {})

  await expect(readFlag()).rejects.toThrow('No network')

  expect(fetchAndActivate).not.toHaveBeenCalled()
})
