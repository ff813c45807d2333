import { isMaintenanceOn } from '@solstice/rules/maintenance'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { logFault } from '@solstice/ui/log.ts'
import { parseFlag } from './parse-flag.ts'

const CHECK_EVERY_MS = 300_000

/** Receives the configuration while maintenance is on, and null while it is off. */
type Listener = (config: MaintenanceConfig | null) => void

export type Flag = {
  readFlag: () => Promise<string>
  /**
   * Returns the time of the last read from the service instead of the copy on the device; -1 before
   * the first.
   */
  lastReadMs: () => number
}

export type MaintenanceServiceDeps = {
  /** Connects to the flag service; retried until it succeeds. */
  connect: () => Promise<Flag>
  now: () => Date
  /** Returns true if maintenance was switched on manually, which overrides the flag. */
  isSetManually: () => boolean
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
}

export type MaintenanceService = {
  isInitialised: () => boolean
  /** Connects and checks repeatedly. It never rejects, because the app works without the flag. */
  start: () => Promise<void>
  check: () => Promise<void>
  listen: (listener: Listener) => () => void
  destroy: () => void
}

export function createMaintenanceService(deps: MaintenanceServiceDeps): MaintenanceService {
  const listeners = new Set<Listener>()
  let flag: Flag | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isInitialised = false
  let hasStarted = false
  let isDestroyed = false

  async function initialise(): Promise<void> {
    try {
      flag = await deps.connect()
    } catch (cause) {
      logFault('Setting up maintenance checks failed', cause)
    }
    isInitialised = true
  }

  async function readState(): Promise<MaintenanceConfig | null> {
    // After a start without a network, connect as soon as there is one.
    if (!flag && hasStarted) await initialise()
    if (!flag) return null
    try {
      const config = parseFlag(await flag.readFlag())
      return isMaintenanceOn(config, deps.now()) ? config : null
    } catch (cause) {
      logFault('Reading the maintenance flag failed', cause)
      return null
    }
  }

  async function runCheck(): Promise<void> {
    const state = await readState()
    if (isDestroyed || deps.isSetManually()) return
    for (const listener of listeners) listener(state)
  }

  function check(): Promise<void> {
    // A slow response may take longer than the check interval; run only one check at a time.
    const lastReadMs = flag?.lastReadMs()
    running ??= runCheck().finally(() => {
      running = undefined
      scheduleNext(lastReadMs)
    })
    return running
  }

  /**
   * Schedules the next check. The copy on the device stays fresh for one interval, so a check that
   * found it fresh is followed by one as soon as it is stale; every later check reads.
   */
  function scheduleNext(previousReadMs: number | undefined): void {
    clearTimeout(timer)
    if (isDestroyed) return
    const readMs = flag?.lastReadMs()
    const ageMs = readMs === undefined ? CHECK_EVERY_MS : deps.now().getTime() - readMs
    const isFromCache = readMs === previousReadMs && ageMs < CHECK_EVERY_MS
    const waitMs = isFromCache ? CHECK_EVERY_MS - ageMs + 1 : CHECK_EVERY_MS
    timer = setTimeout(() => void check(), waitMs)
  }

  function checkWhenVisible(): void {
    if (deps.page.visibilityState === 'visible') void check()
  }

  return {
    isInitialised: () => isInitialised,
    check,
    start: async () => {
      await initialise()
      if (isDestroyed) return
      deps.page.addEventListener('visibilitychange', checkWhenVisible)
      await check()
      hasStarted = true
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    destroy: () => {
      isDestroyed = true
      clearTimeout(timer)
      deps.page.removeEventListener('visibilitychange', checkWhenVisible)
      listeners.clear()
    },
  }
}
