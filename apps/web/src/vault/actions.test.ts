import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceKey } from '#/lib/device-database.ts'
import { actions } from './actions.ts'
import type { PinKey } from './protocol.ts'

/** The device's database, which only a browser has. */
const device = vi.hoisted(() => new Map<string, unknown>())
vi.mock('#/lib/device-database.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readDevice: async (key: string) => device.get(key),
  writeDevice: async (key: string, value: unknown) => void device.set(key, value),
}))

const FIRST = 'test test test test test test test test test test test junk'
const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const aPin = (): PinKey => ({ pinKeyId: 'key-1', salt: 'c2FsdA', key: new Uint8Array(32) })
const seal = () => actions.sealDraft({ userId: '7', pin: aPin(), method: 'IMPORT' })

beforeEach(async () => {
  device.clear()
  await actions.draftFromSecret({ secret: FIRST })
  await seal()
})

test.each(['pending', 'active'])(
  'a wallet that is %s on the phone is not sealed over by another',
  async (state) => {
    if (state === 'active') await actions.activate({ userId: '7' })
    const before = device.get(DeviceKey.wallet('7'))
    await actions.draft(undefined)

    await expect(seal()).rejects.toMatchObject({ problem: 'wallet-exists' })

    expect(device.get(DeviceKey.wallet('7'))).toBe(before)
    expect(before).toMatchObject({ ethAddress: FIRST_ADDRESS, state })
  },
)

test('the same wallet may be sealed again, as after a reply that was lost', async () => {
  await seal()

  expect(device.get(DeviceKey.wallet('7'))).toMatchObject({ ethAddress: FIRST_ADDRESS })
})
