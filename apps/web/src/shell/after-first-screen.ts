import { currentLanguage } from '#/lib/i18n.ts'
import { startMaintenance } from './maintenance/start-maintenance.ts'
import { watchUpdates } from './update/service-worker-update.ts'

/** Not needed to show the first screen, so it does not weigh on it. */
export function startAfterFirstScreen(): void {
  startMaintenance(currentLanguage())
  // Vite's development server has no worker.
  if (import.meta.env.PROD) void watchUpdates(window)
}
