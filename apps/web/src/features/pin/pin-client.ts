import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { toBase64url } from '#/lib/base64url.ts'
import type { BlindedPin, PinStretch } from '#/lib/pin-oprf.ts'
import { pinCalls } from './api.ts'
import { createPinEnrolment } from './pin-enrolment.ts'
import { createPinEntry } from './pin-entry.ts'
import type { RetiredPin } from './pin-entry.ts'

const SALT_BYTES = 32

const importOprf = () => import('#/lib/pin-oprf.ts')
let oprf: ReturnType<typeof importOprf> | undefined

/** Loads the OPRF code when a PIN pad is shown, not with the app; later calls reuse it. */
function loadOprf() {
  oprf ??= importOprf()
  return oprf
}

export function preparePinEntry(): void {
  loadOprf().catch(() => {
    // The next use loads it again and handles the failure.
    oprf = undefined
  })
}

async function blind(pin: string, stretch: PinStretch): Promise<BlindedPin> {
  const { blindPin } = await loadOprf()
  return blindPin(pin, stretch)
}

export function pinEntryFor(purpose: PinPurpose, retired?: readonly RetiredPin[]) {
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const now = () => performance.now()
  return createPinEntry({ calls: pinCalls, blind, wait, now }, purpose, retired)
}

export function pinEnrolment() {
  return createPinEnrolment({
    calls: pinCalls,
    blind,
    newSalt: () => toBase64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES))),
  })
}
