import { isMaintenanceOn } from '@solstice/rules/maintenance'
import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { logFault } from '#/lib/log.ts'
import { parseFlag } from './parse-flag.ts'

const CHECK_EVERY_MS = 300_000

/** Told the configuration while maintenance is on, and null while it is off. */
type Listener = (config: MaintenanceConfig | null) => void

export type MaintenanceServiceDeps = {
  /** Makes the connection to the flag service; asked until it stands. */
  connect: () => Promise<{ readFlag: () => Promise<string> }>
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
  let flag: { readFlag: () => Promise<string> } | undefined
  let timer: ReturnType<typeof setInterval> | undefined
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
    running ??= runCheck().finally(() => {
      running = undefined
    })
    return running
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
      timer = setInterval(() => void check(), CHECK_EVERY_MS)
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
      clearInterval(timer)
      deps.page.removeEventListener('visibilitychange', checkWhenVisible)
      listeners.clear()
    },
  }
}
