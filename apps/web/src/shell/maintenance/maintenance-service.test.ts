import { DEFAULT_MAINTENANCE } from '@solstice/rules/maintenance'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMaintenanceService } from './maintenance-service.ts'

const CHECK_EVERY_MS = 300_000
const START = new Date('2026-11-15T08:00:00.000Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const visible = (): DocumentVisibilityState => 'visible'

/** Creates a page whose visibility a test can change. */
function aPage() {
  const target = new EventTarget()
  return Object.assign(target, {
    visibilityState: visible(),
    turn(to: 'visible' | 'hidden') {
      this.visibilityState = to
      target.dispatchEvent(new Event('visibilitychange'))
    },
  })
}

function aService(
  options: {
    flag?: () => Promise<object>
    isSetManually?: () => boolean
    connect?: () => undefined
  } = {},
) {
  let readMs = -1
  const readFlag = vi.fn<() => Promise<string>>(async () => {
    const flag = (await options.flag?.()) ?? {}
    readMs = Date.now()
    return JSON.stringify(flag)
  })
  const page = aPage()
  const service = createMaintenanceService({
    connect: async () => options.connect?.() ?? { readFlag, lastReadMs: () => readMs },
    now: () => new Date(),
    isSetManually: options.isSetManually ?? (() => false),
    page,
  })
  const listener = vi.fn<(config: unknown) => void>()
  service.listen(listener)
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  return { service, readFlag, page, listener, faults }
}

test('notifies listeners with null while the flag is off', async () => {
  const { service, listener } = aService({ flag: async () => ({ enabled: false }) })
  await service.start()
  expect(listener.mock.calls).toEqual([[null]])
})

test('switches on immediately without a schedule', async () => {
  const { service, listener } = aService({ flag: async () => ({ enabled: true }) })
  await service.start()
  expect(listener.mock.calls).toEqual([[{ ...DEFAULT_MAINTENANCE, enabled: true }]])
})

test('switches on at the first check after the scheduled time', async () => {
  const scheduled_time = new Date(START.getTime() + CHECK_EVERY_MS).toISOString()
  const { service, listener } = aService({ flag: async () => ({ enabled: true, scheduled_time }) })

  await service.start()
  expect(listener).toHaveBeenLastCalledWith(null)

  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)
  expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: true }))
})

test('checks at the start, every 5 minutes, and whenever the page becomes visible', async () => {
  const { service, readFlag, page } = aService()

  await service.start()
  expect(readFlag).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS - 1)
  expect(readFlag).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(readFlag).toHaveBeenCalledTimes(2)

  page.turn('hidden')
  expect(readFlag).toHaveBeenCalledTimes(2)
  page.turn('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(readFlag).toHaveBeenCalledTimes(3)
})

test('reads the flag again at each check', async () => {
  let enabled = true
  const { service, listener } = aService({ flag: async () => ({ enabled }) })
  await service.start()
  enabled = false

  await service.check()

  expect(listener).toHaveBeenLastCalledWith(null)
})

test('treats a failed read as off and logs it once', async () => {
  const { service, listener, faults } = aService({
    flag: async () => {
      throw new Error('503')
    },
  })

  await service.start()

  expect(listener.mock.calls).toEqual([[null]])
  expect(faults.mock.calls).toEqual([
    ['Reading the maintenance flag failed', expect.objectContaining({ message: '503' })],
  ])
})

test('treats an invalid date as a failed read', async () => {
  const { service, listener, faults } = aService({
    flag: async () => ({ enabled: true, scheduled_time: 'soon' }),
  })
  await service.start()
  expect(listener.mock.calls).toEqual([[null]])
  expect(faults).toHaveBeenCalledTimes(1)
})

test('does not notify listeners of the remote check while maintenance is set manually', async () => {
  const { service, listener } = aService({ isSetManually: () => true })
  await service.start()
  expect(listener).not.toHaveBeenCalled()
})

test('logs a failed set-up and still counts as initialised', async () => {
  const { service, listener, faults } = aService({
    connect: () => {
      throw new Error('no library')
    },
  })
  expect(service.isInitialised()).toBe(false)

  await service.start()

  expect(service.isInitialised()).toBe(true)
  expect(faults.mock.calls).toEqual([
    ['Setting up maintenance checks failed', expect.objectContaining({ message: 'no library' })],
  ])
  expect(listener.mock.calls).toEqual([[null]])
})

test('stops its timer and notifies no listener after it is destroyed', async () => {
  const { service, readFlag, page, listener } = aService()
  await service.start()

  service.destroy()
  await vi.advanceTimersByTimeAsync(3 * CHECK_EVERY_MS)
  page.turn('visible')
  await service.check()

  expect(readFlag).toHaveBeenCalledTimes(2)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('notifies no listener if it is destroyed while a response is pending', async () => {
  let answer: (flag: object) => void = () => {}
  const { service, listener } = aService({
    flag: () => new Promise<object>((resolve) => (answer = resolve)),
  })
  const started = service.start()
  await vi.advanceTimersByTimeAsync(0)

  service.destroy()
  answer({ enabled: true })
  await started

  expect(listener).not.toHaveBeenCalled()
})

test('runs one check at a time and waits for a slow response', async () => {
  let answer: (flag: object) => void = () => {}
  const { service, readFlag, page } = aService({
    flag: () => new Promise<object>((resolve) => (answer = resolve)),
  })
  const started = service.start()
  await vi.advanceTimersByTimeAsync(0)
  page.turn('visible')
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)
  expect(readFlag).toHaveBeenCalledTimes(1)

  answer({})
  await started
  page.turn('visible')

  expect(readFlag).toHaveBeenCalledTimes(2)
})

test('connects at a later check after a start without a network', async () => {
  let isOnline = false
  const { service, listener } = aService({
    flag: async () => ({ enabled: true }),
    connect: () => {
      if (!isOnline) throw new Error('no network')
      return undefined
    },
  })
  await service.start()
  isOnline = true

  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)

  expect(listener).toHaveBeenLastCalledWith(expect.objectContaining({ enabled: true }))
})

/** Behaves like the library: a copy on the device counts as fresh up to and including this age. */
function aCachedFlag() {
  let readMs = -1
  const read = vi.fn<() => void>()
  const readFlag = async () => {
    if (readMs < 0 || Date.now() - readMs > CHECK_EVERY_MS) {
      read()
      readMs = Date.now()
      // Storing the copy takes a moment.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return '{}'
  }
  return { read, flag: { readFlag, lastReadMs: () => readMs } }
}

async function startWith(flag: { readFlag: () => Promise<string>; lastReadMs: () => number }) {
  const page = aPage()
  const service = createMaintenanceService({
    connect: async () => flag,
    now: () => new Date(),
    isSetManually: () => false,
    page,
  })
  void service.start()
  await vi.advanceTimersByTimeAsync(5)
  return { service, page }
}

test('reads at every timed check, 300 s after the end of the previous one', async () => {
  const { read, flag } = aCachedFlag()
  await startWith(flag)
  expect(read).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)
  expect(read).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS + 5)
  expect(read).toHaveBeenCalledTimes(3)
})

test('follows a check that finds a fresh copy with one that reads as soon as the copy is stale', async () => {
  const { read, flag } = aCachedFlag()
  const { service } = await startWith(flag)
  await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS - 1000)

  // A reply reported maintenance, or the page became visible.
  await service.check()
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1001)

  expect(read).toHaveBeenCalledTimes(2)
})
