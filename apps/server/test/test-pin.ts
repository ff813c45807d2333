import { createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import type { PinPurpose } from '@solstice/contract/pin-purpose'
import type { CallData } from '@solstice/contract/wire'
import type { TestApp } from './test-app.ts'
import { signUpMember, type Browser, type Reply } from './test-member.ts'

/** The default PIN of test members. */
export const PIN = '135790'
export const WRONG_PIN = '000000'

const { oprf } = ristretto255_oprf
/** Real devices use 900000; the server cannot see the difference. */
const ITERATIONS = 2

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytes = (base64url: string): Uint8Array => new Uint8Array(Buffer.from(base64url, 'base64url'))

type BlindedPin = {
  blinded: string
  /** Returns the values derived from the output of the OPRF. */
  finish: (evaluated: string) => { proof: string; kek: string }
}

/** Blinding and unblinding take three milliseconds each, and tests often enter the same PIN again. */
const blindedPins = new Map<string, BlindedPin>()

/** Blinds a PIN as the app does before anything leaves the device, but once per PIN and salt. */
export function blindPin(pin: string, salt: string): BlindedPin {
  const key = `${pin}:${salt}`
  const known = blindedPins.get(key) ?? newBlindedPin(pin, salt)
  blindedPins.set(key, known)
  return known
}

function newBlindedPin(pin: string, salt: string): BlindedPin {
  const input = new Uint8Array(
    pbkdf2Sync(pin, Buffer.from(salt, 'base64url'), ITERATIONS, 32, 'sha256'),
  )
  const { blind, blinded } = oprf.blind(input)
  const outputs = new Map<string, Uint8Array>()
  return {
    blinded: text(blinded),
    finish: (evaluated) => {
      const out = outputs.get(evaluated) ?? oprf.finalize(input, blind, bytes(evaluated))
      outputs.set(evaluated, out)
      const derive = (info: string) => text(new Uint8Array(hkdfSync('sha256', out, '', info, 32)))
      return { proof: derive('solstice/pin/proof'), kek: derive('solstice/pin/wallet') }
    },
  }
}

export function aSalt(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns a well-formed proof that is not valid. */
export function aWrongProof(): string {
  return createHmac('sha256', randomBytes(32)).digest('base64url')
}

type EnrolledPin = {
  pinKeyId: string
  salt: string
  kek: string
  enrolmentId: string
  proof: string
}

export async function enrolPin(
  browser: Browser,
  pin: string,
  pinToken?: string,
): Promise<EnrolledPin> {
  const salt = aSalt()
  const entry = blindPin(pin, salt)
  const begun = await browser.call(
    'pin.enrol',
    { body: { salt, blinded: entry.blinded } },
    pinToken === undefined ? {} : { 'x-pin-token': pinToken },
  )
  if (!begun.data) throw new Error(`The enrolment was refused with ${begun.code}`)
  const { enrolmentId, pinKeyId, evaluated } = begun.data
  const { proof, kek } = entry.finish(evaluated)
  const set = await browser.call('pin.set', { body: { enrolmentId, proof } })
  if (!set.data) throw new Error(`The PIN was refused with ${set.code}`)
  return { pinKeyId, salt, kek, enrolmentId, proof }
}

/** Signs a member up and sets a PIN. */
export async function memberWithPin(
  server: TestApp,
  pin = PIN,
  options: Parameters<typeof signUpMember>[1] = {},
) {
  const member = await signUpMember(server, options)
  return { ...member, pin: await enrolPin(member, pin) }
}

type Evaluated = { evaluationId: string; proof: string; kek: string; attempts: number }

/** Runs the first half of a PIN entry. For a retired key, the device provides its own salt. */
export async function evaluatePin(
  browser: Browser,
  pin: string,
  retired?: { pinKeyId: string; salt: string },
): Promise<Reply<CallData<'pin.evaluate'>> & { entry: Evaluated | undefined }> {
  const salt = retired?.salt ?? (await browser.call('pin.state', {})).data?.salt ?? aSalt()
  const entry = blindPin(pin, salt)
  const reply = await browser.call('pin.evaluate', {
    body: {
      blinded: entry.blinded,
      ...(retired === undefined ? {} : { pinKeyId: retired.pinKeyId }),
    },
  })
  if (reply.code !== 0 || !reply.data) return { ...reply, entry: undefined }
  const { evaluationId, evaluated, attempts } = reply.data
  return { ...reply, entry: { evaluationId, attempts, ...entry.finish(evaluated) } }
}

/** Runs the complete PIN entry, as the PIN pad does. */
export async function enterPin(
  browser: Browser,
  pin: string,
  purpose: PinPurpose = 'UNLOCK',
  retired?: { pinKeyId: string; salt: string },
): Promise<Reply<CallData<'pin.verify'>>> {
  const { entry, ...evaluated } = await evaluatePin(browser, pin, retired)
  if (!entry) return { ...evaluated, data: null }
  const { evaluationId, proof } = entry
  return browser.call('pin.verify', { body: { evaluationId, proof, purpose } })
}

/** Enters wrong PINs; the fifth in a row locks the PIN. */
export async function enterWrongPins(browser: Browser, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) await enterPin(browser, WRONG_PIN)
}

/** Enters the right PIN and returns the header with its token. */
export async function pinHeader(
  browser: Browser,
  pin: string,
  purpose: PinPurpose,
): Promise<{ 'x-pin-token': string }> {
  const { data, code } = await enterPin(browser, pin, purpose)
  if (!data?.pinToken) throw new Error(`The PIN was refused with ${code}`)
  return { 'x-pin-token': data.pinToken }
}
