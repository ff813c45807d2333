import { sealedSpinSeeds } from './modules/mission/spin/spin-reseal.service.ts'
import { sealedTotpSecrets } from './modules/operator/factor-reseal.service.ts'
import { sealedPinKeys } from './modules/pin/pin-reseal.service.ts'
import type { SealedValues } from './platform/process/sealing-keys.ts'

/**
 * Fingerprints of addresses are compared with stored ones, and nothing can compute them again, so
 * their key stays for good.
 */
const fingerprints: SealedValues = {
  name: 'fingerprints',
  setting: 'FINGERPRINT_KEY',
  keyIds: ({ lastingKeys }) => [lastingKeys.mac('key-id', 'fingerprints').slice(0, 8)],
}

/** All values that depend on a key of the settings. Each slice adds its own here. */
export const sealedValues: readonly SealedValues[] = [
  fingerprints,
  sealedPinKeys,
  sealedSpinSeeds,
  sealedTotpSecrets,
]
