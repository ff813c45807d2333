import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { MIN_PIN_ITERATIONS } from '@solstice/rules/pin'
import { fromBase64url, toBase64url } from './base64url.ts'

const { oprf } = ristretto255_oprf
const KEY_BITS = 256

/**
 * A blinded PIN, the only form that leaves the device, and the function that processes the server's
 * reply.
 */
export type BlindedPin = {
  /** Reveals nothing about the PIN to the server. */
  blinded: string
  /** Takes the server's evaluation of `blinded` under its secret key. */
  finish: (evaluated: string) => Promise<PinOutput>
}

/**
 * The parameters for stretching a PIN before it is blinded. They belong to the PIN key, never to
 * the build.
 */
export type PinStretch = { salt: string; iterations: number }

export type PinOutput = {
  /** Proves to the server that the PIN was correct. */
  proof: string
  /** Opens data that is sealed under this PIN; never leaves the device. */
  walletKey: Uint8Array<ArrayBuffer>
}

/**
 * Stretches and blinds a PIN. The slow part runs in the browser's own threads; the rest takes a few
 * milliseconds.
 */
export async function blindPin(pin: string, { salt, iterations }: PinStretch): Promise<BlindedPin> {
  if (iterations < MIN_PIN_ITERATIONS) {
    throw new Error(`PIN iterations below the minimum: ${iterations}`)
  }
  const { blinded, finish } = blindInput(await stretch(pin, fromBase64url(salt), iterations))
  return {
    blinded: toBase64url(blinded),
    finish: (evaluated) => deriveOutput(finish(fromBase64url(evaluated))),
  }
}

/** Implements RFC 9497, mode OPRF, suite ristretto255-SHA512. */
export function blindInput(input: Uint8Array, chance?: (length?: number) => Uint8Array) {
  const { blind, blinded } = oprf.blind(input, chance)
  return {
    blinded,
    finish: (evaluated: Uint8Array): Uint8Array => oprf.finalize(input, blind, evaluated),
  }
}

async function stretch(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, KEY_BITS))
}

async function deriveOutput(out: Uint8Array): Promise<PinOutput> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(out), 'HKDF', false, [
    'deriveBits',
  ])
  const derive = async (name: string) => {
    const info = new TextEncoder().encode(name)
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, KEY_BITS))
  }
  const [proof, walletKey] = await Promise.all([
    derive('solstice/pin/proof'),
    derive('solstice/pin/wallet'),
  ])
  return { proof: toBase64url(proof), walletKey }
}
