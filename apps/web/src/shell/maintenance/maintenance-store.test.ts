import { DEFAULT_MAINTENANCE } from '@solstice/rules/maintenance'
import { expect, test } from 'vitest'
import { createMaintenanceStore } from './create-maintenance-store.ts'
import { guardMaintenance } from './guard.ts'

const ON = { ...DEFAULT_MAINTENANCE, enabled: true }

function aDevice(stored?: unknown) {
  const entries = new Map<string, string>()
  if (stored !== undefined) {
    entries.set('maintenance-store', typeof stored === 'string' ? stored : JSON.stringify(stored))
  }
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    kept: () => JSON.parse(entries.get('maintenance-store') ?? 'null') as unknown,
  }
}

test('starts off', () => {
  expect(createMaintenanceStore(aDevice()).getState()).toMatchObject({
    isMaintenanceMode: false,
    maintenanceConfig: null,
  })
})

test('follows the flag when it is set', () => {
  const store = createMaintenanceStore(aDevice())

  store.getState().setMaintenance(ON)
  expect(store.getState()).toMatchObject({ isMaintenanceMode: true, maintenanceConfig: ON })

  store.getState().setMaintenance(DEFAULT_MAINTENANCE)
  expect(store.getState().isMaintenanceMode).toBe(false)
})

test('switches off and removes the configuration when it is cleared', () => {
  const store = createMaintenanceStore(aDevice())
  store.getState().setMaintenance(ON)

  store.getState().clearMaintenance()

  expect(store.getState()).toMatchObject({ isMaintenanceMode: false, maintenanceConfig: null })
})

test('stores a flat entry on the device under maintenance-store', () => {
  const device = aDevice()

  createMaintenanceStore(device).getState().setMaintenance(ON, 'remote')

  expect(device.kept()).toEqual({
    isMaintenanceMode: true,
    maintenanceConfig: ON,
    source: 'remote',
  })
  expect(createMaintenanceStore(device).getState()).toMatchObject({
    isMaintenanceMode: true,
    maintenanceConfig: ON,
    source: 'remote',
  })
})

test('treats an entry without a source as set manually', () => {
  const device = aDevice({ isMaintenanceMode: true, maintenanceConfig: null })
  expect(createMaintenanceStore(device).getState()).toMatchObject({
    isMaintenanceMode: true,
    source: 'manual',
  })
})

test('reads the wrapper of a store library too', () => {
  const device = aDevice({ state: { isMaintenanceMode: true, maintenanceConfig: ON }, version: 0 })
  expect(createMaintenanceStore(device).getState()).toMatchObject({
    isMaintenanceMode: true,
    maintenanceConfig: ON,
  })
})

test.each(['', 'garbage', '7', '[]', '{"isMaintenanceMode":"true"}'])(
  'treats an invalid entry as missing: %s',
  (text) => {
    expect(createMaintenanceStore(aDevice(text)).getState().isMaintenanceMode).toBe(false)
  },
)

test('redirects to one path while maintenance is on, and nowhere while it is off', () => {
  expect(guardMaintenance(true, { pathname: '/home' })).toBe('/')
  expect(guardMaintenance(true, { pathname: '/status/' })).toBeUndefined()
  expect(guardMaintenance(false, { pathname: '/home' })).toBeUndefined()
})
