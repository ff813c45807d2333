import { deviceStorage } from '#/lib/storage.ts'
import { createMaintenanceStore } from './create-maintenance-store.ts'

export const useMaintenance = createMaintenanceStore(deviceStorage)
