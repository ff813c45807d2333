import { z } from 'zod'
import { OPERATOR_ROLES } from './endpoint.ts'
import { operatorMe, operatorWithToken } from './operator.schemas.ts'
import { pathId } from './paging.ts'
import { id, nothing, plainText, time } from './schema.ts'

/** Bytes as WebAuthn's JSON carries them: base64url without padding. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/)

const credentialId = bytes(1364)
const credential = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn level 3. */
const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  allowCredentials: z.array(credential).optional(),
  userVerification: z.literal('required'),
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3. */
const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential).optional(),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean().optional(),
    userVerification: z.literal('required'),
  }),
})

/** Unknown members are dropped: browsers of later versions may add some. */
const publicKeyCredential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
}

/** RegistrationResponseJSON of WebAuthn level 3. */
const registration = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

/** AuthenticationResponseJSON of WebAuthn level 3. */
export const assertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: z.string().max(100).nullish(),
  }),
})

const totpCode = z.string().regex(/^\d{6}$/)
/** The service checks the length of a new password, because that has its own code (1005). */
const password = z.string().max(1024)
const email = z.string().max(254)
/** The name by which a person recognises a factor, such as "Work laptop". */
const label = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

const enrolmentCode = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const loginId = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const recoveryCode = z.string().regex(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
const recoveryCodes = z.array(recoveryCode).length(10)

/** The secret for an authenticator app, as text to type and as the address of a QR code. */
const totp = z.object({ secret: z.string(), uri: z.string() })

/** The values that the device needs to create either factor. */
const newFactor = {
  passkey: passkeyCreation,
  totp,
  /** Sent back with the new factor; the challenge and the secret belong to it. */
  setupId: z.string(),
}

const eitherFactor = { passkey: assertion.optional(), code: totpCode.optional() }
const isOneFactor = (body: { passkey?: unknown; code?: unknown }) =>
  (body.passkey === undefined) !== (body.code === undefined)

const addedFactor = z
  .strictObject({
    setupId: z.string().max(1000),
    passkey: registration.optional(),
    label: label.optional(),
    password: password.optional(),
    code: totpCode.optional(),
  })
  .refine(
    ({ passkey, password, code }) =>
      passkey === undefined
        ? password !== undefined && code !== undefined
        : password === undefined && code === undefined,
    { error: 'Expected a passkey, or a password and a code' },
  )

const session = z.object({
  sessionId: id,
  createdAt: time,
  lastUsedAt: time,
  idleUntil: time,
  endsAt: time,
  factor: z.enum(['PASSKEY', 'TOTP']),
  /** For example `Chrome · Windows`; null if the browser did not identify itself. */
  device: z.string().nullable(),
  current: z.boolean(),
})

export const operatorAuthSchemas = {
  'operatorAuth.begin': {
    body: z
      .strictObject({ email: email.optional(), password: password.optional() })
      .refine((body) => (body.email === undefined) === (body.password === undefined), {
        error: 'Expected email and password, or neither',
      }),
    data: z.object({
      loginId,
      expiresAt: time,
      /** Null after a password: the next factor is a code. */
      passkey: passkeyRequest.nullable(),
    }),
  },
  'operatorAuth.finish': {
    params: z.strictObject({ loginId }),
    body: z.strictObject(eitherFactor).refine(isOneFactor, { error: 'Expected one factor' }),
    data: operatorMe,
  },
  'operatorAuth.recover': {
    body: z.strictObject({ email, recoveryCode }),
    data: nothing,
  },
  'operatorAuth.claimOwner': {
    body: z.strictObject({
      token: z.string().min(1).max(500),
      name: z
        .string()
        .max(40)
        .regex(/^[a-z0-9][a-z0-9._-]+$/),
      email,
    }),
    /** The code of the enrolment; null if it was mailed to an existing owner. */
    data: z.object({ enrolmentCode: enrolmentCode.nullable() }),
  },
  'operatorAuth.showEnrolment': {
    params: z.strictObject({ code: enrolmentCode }),
    data: z.object({
      name: z.string(),
      email: z.string(),
      role: z.enum(OPERATOR_ROLES),
      expiresAt: time,
      ...newFactor,
    }),
  },
  'operatorAuth.enrol': {
    params: z.strictObject({ code: enrolmentCode }),
    body: addedFactor,
    data: z.object({ operator: operatorMe, recoveryCodes }),
  },
  'operatorAuth.showObjection': {
    params: z.strictObject({ code: enrolmentCode }),
    data: z.object({
      name: z.string(),
      change: z.enum(['DISABLED', 'ROLE_CHANGED']),
      /** The new role; null for a disabled person. */
      role: z.enum(OPERATOR_ROLES).nullable(),
      /** The operator who made the change; null for the system. */
      changedBy: z.string().nullable(),
      changedAt: time,
      /** From then on the link does not work and the person does not count as a second person. */
      until: time,
      objectedAt: time.nullable(),
      /** The proposals that an objection declines. */
      proposals: z.array(
        z.object({ approvalId: id, call: z.string(), requestedBy: z.string(), requestedAt: time }),
      ),
    }),
  },
  'operatorAuth.object': {
    params: z.strictObject({ code: enrolmentCode }),
    body: z.strictObject({ reason: plainText(500) }),
    data: z.object({ declined: z.array(id) }),
  },
  'operatorAuth.stepUpOptions': {
    data: z.object({
      /** Null if the account has no passkey. */
      passkey: passkeyRequest.nullable(),
      totp: z.boolean(),
    }),
  },
  'operatorAuth.stepUp': {
    body: z.strictObject(eitherFactor).refine(isOneFactor, { error: 'Expected one factor' }),
    data: operatorMe,
  },
  'operatorAuth.logout': { data: nothing },
  'operatorAuth.sessions': { data: z.object({ list: z.array(session) }) },
  'operatorAuth.endSession': {
    params: z.strictObject({ sessionId: pathId }),
    data: nothing,
  },
  'operatorAuth.factorOptions': { data: z.object(newFactor) },
  'operatorAuth.addFactor': { body: addedFactor, data: operatorMe },
  'operatorAuth.removeFactor': {
    params: z.strictObject({ factorId: pathId }),
    data: operatorMe,
  },
  'operatorAuth.newRecoveryCodes': { data: z.object({ recoveryCodes }) },
  'operatorAuth.tokens': {
    data: z.object({
      list: z.array(
        z.object({
          operatorId: id,
          name: z.string(),
          role: z.enum(OPERATOR_ROLES),
          createdAt: time,
          /** The token is rejected from this time on, unless it is rotated before. */
          expiresAt: time,
          lastSeenAt: time.nullable(),
        }),
      ),
    }),
  },
  'operatorAuth.rotateToken': {
    params: z.strictObject({ operatorId: pathId }),
    data: operatorWithToken,
  },
  'operatorAuth.revokeToken': {
    params: z.strictObject({ operatorId: pathId }),
    data: nothing,
  },
} as const
