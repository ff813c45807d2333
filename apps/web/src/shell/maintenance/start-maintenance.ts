import { onMaintenanceReply } from '#/lib/api.ts'
import { webSettings } from '#/lib/settings.ts'
import { createMaintenanceService } from './maintenance-service.ts'
import type { MaintenanceService } from './maintenance-service.ts'
import { useMaintenance } from './store.ts'

/**
 * Watches the remote flag and updates the store, from the end of the delay on or from the first
 * reply that reports maintenance.
 */
export function startMaintenance(language: string, delayMs: number): MaintenanceService {
  const service = createMaintenanceService({
    connect: async () => {
      const { connectRemoteFlag } = await import('./remote-flag.ts')
      return connectRemoteFlag(webSettings().remoteConfig, {
        language,
        release: import.meta.env.RELEASE,
      })
    },
    now: () => new Date(),
    isSetManually: () => {
      const { isMaintenanceMode, source } = useMaintenance.getState()
      return isMaintenanceMode && source === 'manual'
    },
    page: document,
  })
  service.listen((config) => {
    const { setMaintenance, clearMaintenance, isMaintenanceMode } = useMaintenance.getState()
    if (config) setMaintenance(config, 'remote')
    else if (isMaintenanceMode) clearMaintenance()
  })
  const timer = setTimeout(start, delayMs)
  onMaintenanceReply(start)
  return service

  function start(): void {
    clearTimeout(timer)
    onMaintenanceReply(() => void service.check())
    void service.start()
  }
}
