import { isMaintenanceOn } from '@solstice/rules/maintenance'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { logFault } from '#/lib/log.ts'
import { parseFlag } from './parse-flag.ts'

const CHECK_EVERY_MS = 300_000

/** Told the configuration while maintenance is on, and null while it is off. */
type Listener = (config: MaintenanceConfig | null) => void

export type Flag = {
  readFlag: () => Promise<string>
  /** When the flag was last read from its service, not from the copy on the device; -1 before. */
  lastReadMs: () => number
}

export type MaintenanceServiceDeps = {
  /** Makes the connection to the flag service; asked until it stands. */
  connect: () => Promise<Flag>
  now: () => Date
  /** A person switched maintenance on by hand: that wins over whatever the flag says. */
  isSetByHand: () => boolean
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
}

export type MaintenanceService = {
  isInitialised: () => boolean
  /** Connects, checks, and goes on checking. Never rejects: without the flag the app goes on. */
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
      logFault('Maintenance checks could not be set up', cause)
    }
    isInitialised = true
  }

  async function readState(): Promise<MaintenanceConfig | null> {
    // Started without a network, it connects when there is one.
    if (!flag && hasStarted) await initialise()
    if (!flag) return null
    try {
      const config = parseFlag(await flag.readFlag())
      return isMaintenanceOn(config, deps.now()) ? config : null
    } catch (cause) {
      logFault('The maintenance flag could not be read', cause)
      return null
    }
  }

  async function runCheck(): Promise<void> {
    const state = await readState()
    if (isDestroyed || deps.isSetByHand()) return
    for (const listener of listeners) listener(state)
  }

  function check(): Promise<void> {
    // A slow answer may take longer than the time to the next check; one is enough.
    const lastReadMs = flag?.lastReadMs()
    running ??= runCheck().finally(() => {
      running = undefined
      scheduleNext(lastReadMs)
    })
    return running
  }

  /**
   * The copy on the device counts as fresh for as long as checks lie apart, so a check that found it
   * fresh is followed as soon as it is not: every later check reads.
   */
  function scheduleNext(readBeforeMs: number | undefined): void {
    clearTimeout(timer)
    if (isDestroyed) return
    const readMs = flag?.lastReadMs()
    const ageMs = readMs === undefined ? CHECK_EVERY_MS : deps.now().getTime() - readMs
    const isFromCopy = readMs === readBeforeMs && ageMs < CHECK_EVERY_MS
    const waitMs = isFromCopy ? CHECK_EVERY_MS - ageMs + 1 : CHECK_EVERY_MS
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
