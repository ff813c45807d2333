import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@solstice/rules/duration'
import { PIN_MAX_ATTEMPTS } from '@solstice/rules/pin'
import {
  openOnPhone,
  pinCommands,
  retiredAtOf,
  triesWhileRetired,
  type Model,
  type Real,
} from '#/testing/pin-model.ts'
import { startTestApp, type TestApp } from '#/testing/test-app.ts'
import { openBrowser, PASSWORD } from '#/testing/test-member.ts'
import { memberWithPin, PIN } from '#/testing/test-pin.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** Five tries between two right PINs of devices that were not enrolled yet. */
const boundWhileActive = ({ sharedResets }: Model) => PIN_MAX_ATTEMPTS * (1 + sharedResets)

async function play(commands: Iterable<fc.AsyncCommand<Model, Real>>, device?: 'no device key') {
  const member = await memberWithPin(server, PIN, device && { device })
  const { email, userId, pin: record } = member
  // A record from before enrolment lies on a phone that has a device key by now.
  const phone = device ? openBrowser(server) : member
  const real: Real = { server, email, userId, phone, record, thieves: [] }
  const model: Model = { password: PASSWORD, guesses: 0, sharedResets: 0 }
  await fc.asyncModelRun(() => ({ model, real }), commands)
  return { model, real, opened: await openOnPhone(real) }
}

const OPTIONS = { numRuns: 25, endOnFailure: true }

test(
  'whatever is done from afar, the phone opens its wallet after the documented wait, and strangers get five tries',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pinCommands, async (commands) => {
        const { model, real, opened } = await play(commands)

        expect(opened).toMatchObject({ code: 0, kek: real.record.kek })
        expect(opened.waitedMs).toBeLessThanOrEqual(DAY_MS)
        expect(model.guesses).toBeLessThanOrEqual(boundWhileActive(model))
      }),
      OPTIONS,
    )
  },
)

test(
  'a wallet from before enrolment opens after the documented wait too, on the count that all devices share',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pinCommands, async (commands) => {
        const { model, real, opened } = await play(commands, 'no device key')

        expect(opened).toMatchObject({ code: 0, kek: real.record.kek })
        expect(opened.waitedMs).toBeLessThanOrEqual(DAY_MS)
        const retiredAt = await retiredAtOf(real)
        const sinceMs = retiredAt && server.clock.now.getTime() - retiredAt.getTime()
        const whileRetired = sinceMs === undefined ? 0 : triesWhileRetired(sinceMs)
        expect(model.guesses).toBeLessThanOrEqual(boundWhileActive(model) + whileRetired)
      }),
      OPTIONS,
    )
  },
)
