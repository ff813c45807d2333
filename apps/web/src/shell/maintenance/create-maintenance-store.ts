import type { MaintenanceConfig } from '@solstice/rules/maintenance'
import { create } from 'zustand'
import { StorageKey } from '#/lib/storage.ts'
import type { KeyValueStorage } from '#/lib/storage.ts'
import { asObject, readConfig } from './parse-flag.ts'

/** The origin of the setting: a remote response never switches off a manual one. */
export type MaintenanceSource = 'remote' | 'manual'

type StoredMaintenance = {
  isMaintenanceMode: boolean
  maintenanceConfig: MaintenanceConfig | null
  source: MaintenanceSource
}

export type MaintenanceState = StoredMaintenance & {
  /** The mode follows `config.enabled`. */
  setMaintenance: (config: MaintenanceConfig, source?: MaintenanceSource) => void
  clearMaintenance: () => void
}

const OFF: StoredMaintenance = {
  isMaintenanceMode: false,
  maintenanceConfig: null,
  source: 'remote',
}

export function createMaintenanceStore(device: Pick<KeyValueStorage, 'getItem' | 'setItem'>) {
  return create<MaintenanceState>()((set) => {
    function keep(state: StoredMaintenance): void {
      device.setItem(StorageKey.maintenance, JSON.stringify(state))
      set(state)
    }
    return {
      ...readStored(device.getItem(StorageKey.maintenance)),
      setMaintenance: (config, source = 'manual') =>
        keep({ isMaintenanceMode: config.enabled, maintenanceConfig: config, source }),
      clearMaintenance: () => keep(OFF),
    }
  })
}

/** Reads the entry, either flat or in the wrapper of a store library. */
function readStored(text: string | null): StoredMaintenance {
  if (text === null) return OFF
  try {
    const stored = asObject(JSON.parse(text))
    const state = asObject(stored?.['state']) ?? stored
    if (state?.['isMaintenanceMode'] !== true) return OFF
    const config = asObject(state['maintenanceConfig'])
    return {
      isMaintenanceMode: true,
      maintenanceConfig: config ? readConfig(config) : null,
      source: state['source'] === 'remote' ? 'remote' : 'manual',
    }
  } catch {
    // An invalid entry counts as missing.
    return OFF
  }
}
