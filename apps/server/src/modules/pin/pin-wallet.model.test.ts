import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import {
  openOnPhone,
  pinCommands,
  proveElsewhere,
  retiredAtOf,
  triesWhileRetired,
  type Model,
  type Real,
} from '#test/pin-model.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openBrowser, PASSWORD } from '#test/test-member.ts'
import { memberWithPin, PIN } from '#test/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Five attempts between two correct PINs of devices that were not enrolled yet. */
const boundWhileActive = ({ sharedResets }: Model) => PIN_MAX_ATTEMPTS * (1 + sharedResets)

/**
 * Returns the maximum number of guesses. A retired shared key stays available to others after the
 * documented waits.
 */
async function boundOf(model: Model, real: Real): Promise<number> {
  const retiredAt = model.isShared ? await retiredAtOf(real) : undefined
  const sinceMs = retiredAt && server.clock.now.getTime() - retiredAt.getTime()
  return boundWhileActive(model) + (sinceMs === undefined ? 0 : triesWhileRetired(sinceMs))
}

const ENROLLED = ['with a device key', 'without a device key'] as const
const NOT_ENROLLED = [
  'from before enrolment',
  'that proved the PIN without a device key',
  'that lost its session and has no device key',
] as const
type Phone = (typeof ENROLLED | typeof NOT_ENROLLED)[number]

const KEYLESS = { device: 'no device key' } as const

async function runCommands(commands: Iterable<fc.AsyncCommand<Model, Real>>, kind: Phone) {
  const isProver = kind === 'that proved the PIN without a device key'
  const isShared = kind !== 'with a device key' && !isProver
  const member = await memberWithPin(server, PIN, isShared ? KEYLESS : {})
  const { email, userId, pin: record } = member
  const isEnrolled = kind === 'with a device key' || kind === 'without a device key'
  const device = kind === 'that lost its session and has no device key' ? KEYLESS.device : undefined
  // Other devices that are not enrolled got their device key after they had used the PIN.
  const phone = isEnrolled ? member : openBrowser(server, device)
  const real: Real = { server, email, userId, phone, isEnrolled, record, thieves: [] }
  const model: Model = {
    password: PASSWORD,
    status: 'ACTIVE',
    isShared,
    guesses: 0,
    sharedResets: 0,
  }
  if (isProver) await proveElsewhere(model, real, false)
  await fc.asyncModelRun(() => ({ model, real }), commands)
  return { model, real, opened: await openOnPhone(model, real) }
}

const OPTIONS = { numRuns: 12, endOnFailure: true }

test(
  'opens the wallet on an enrolled device after the documented wait, and limits strangers to five attempts',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pinCommands, fc.constantFrom(...ENROLLED), async (commands, kind) => {
        const { model, real, opened } = await runCommands(commands, kind)

        expect(opened).toMatchObject({ code: 0, kek: real.record.kek })
        expect(opened.waitedMs).toBeLessThanOrEqual(DAY_MS)
        expect(model.guesses).toBeLessThanOrEqual(await boundOf(model, real))
      }),
      OPTIONS,
    )
  },
)

test(
  'opens the wallet on a device that is not enrolled after the documented wait, with the shared count',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pinCommands, fc.constantFrom(...NOT_ENROLLED), async (commands, kind) => {
        const { model, real, opened } = await runCommands(commands, kind)

        expect(opened).toMatchObject({ code: 0, kek: real.record.kek })
        expect(opened.waitedMs).toBeLessThanOrEqual(DAY_MS)
        expect(model.guesses).toBeLessThanOrEqual(await boundOf(model, real))
      }),
      OPTIONS,
    )
  },
)
