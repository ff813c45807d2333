import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify, type JWK } from 'jose'
import { Code } from '@solstice/contract/codes'
import {
  BODY_HASH_CLAIM,
  DEVICE_PROOF_HEADER,
  DEVICE_PROOF_TYPE,
} from '@solstice/contract/device-proof'
import { SECOND_MS } from '@solstice/rules/duration'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { useProofOnce } from '#/platform/books/used-device-proofs.ts'

const PROOF_TTL_SECONDS = 120
/** Allows for clock differences and the duration of the request. */
const CLOCK_TOLERANCE_SECONDS = 60

const JTI = /^[\w-]{16,64}$/

/** A device is identified by the thumbprint of its key (RFC 7638). */
export type DeviceProof = { deviceId: string; jti: string }

/**
 * Verifies the proof of a device key by RFC 9449: signature, method, address and age, and that it
 * was made for this body. Returns undefined if the caller sent none.
 */
export async function readDeviceProof(
  request: FastifyRequest,
  { origin, now }: { origin: string; now: Date },
): Promise<DeviceProof | undefined> {
  const proof = request.headers[DEVICE_PROOF_HEADER]
  if (proof === undefined) return undefined
  const { jwk, claims } = await verifiedProof(String(proof), now)
  const { jti } = claims
  const fits =
    claims['htm'] === request.method &&
    claims['htu'] === origin + request.url.split('?', 1).join('') &&
    claims[BODY_HASH_CLAIM] === hashOf(request.bodyText)
  if (!fits || typeof jti !== 'string' || !JTI.test(jti)) throw refuse(Code.DEVICE_PROOF_INVALID)
  return { deviceId: await calculateJwkThumbprint(jwk), jti }
}

/** Accepts a proof once. The row is stored for as long as the proof could still be accepted. */
export async function useDeviceProof(
  ctx: Pick<AppContext, 'db' | 'now'>,
  proof: DeviceProof,
): Promise<void> {
  const ttlMs = (PROOF_TTL_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * SECOND_MS
  const expiresAt = new Date(ctx.now().getTime() + ttlMs)
  if (!(await useProofOnce(ctx, { ...proof, expiresAt }))) throw refuse(Code.DEVICE_PROOF_INVALID)
}

async function verifiedProof(proof: string, now: Date) {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: DEVICE_PROOF_TYPE,
      algorithms: ['ES256'],
      maxTokenAge: PROOF_TTL_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    // EmbeddedJWK has verified the signature with this key.
    return { jwk: protectedHeader.jwk as JWK, claims: payload }
  } catch (error) {
    // Web Crypto reports a key that is not a point of the curve with its own error types.
    const isCallersFault = error instanceof errors.JOSEError || error instanceof DOMException
    if (isCallersFault || error instanceof TypeError) throw refuse(Code.DEVICE_PROOF_INVALID)
    throw error
  }
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url')
}
