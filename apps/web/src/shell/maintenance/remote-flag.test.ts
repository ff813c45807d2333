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

test('100 custom signals are handed to the remote-config library', async () => {
  await connectRemoteFlag(SETTINGS, signals(100))

  expect(setCustomSignals).toHaveBeenCalledExactlyOnceWith(expect.anything(), signals(100))
})

test('101 custom signals are refused before any of them is handed over', async () => {
  await expect(connectRemoteFlag(SETTINGS, signals(101))).rejects.toThrow(RangeError)

  expect(setCustomSignals).not.toHaveBeenCalled()
})

test('the flag is read while only our own origin does not answer', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  useConnectivity.setState({ isOffline: true })
  const { readFlag } = await connectRemoteFlag(SETTINGS, {})

  await expect(readFlag()).resolves.toBe('{}')

  expect(fetchAndActivate).toHaveBeenCalledTimes(1)
})

test('the flag is not requested while the browser reports that the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { readFlag } = await connectRemoteFlag(SETTINGS, {})

  await expect(readFlag()).rejects.toThrow('No network')

  expect(fetchAndActivate).not.toHaveBeenCalled()
})
