import { beforeEach, expect, test, vi } from 'vitest'
import { toBase64url } from '#/lib/base64url.ts'
import { createPasskey } from './passkey.ts'

type Bytes = Uint8Array<ArrayBuffer>

class Credential {
  readonly rawId: Bytes
  constructor(rawId: Bytes) {
    this.rawId = rawId
  }
  getClientExtensionResults = () => ({})
}

/** A keychain that two devices share, with one credential per user handle as WebAuthn specifies. */
const keychain = new Map<string, string>()
const isKept = ({ id }: PublicKeyCredentialDescriptor) =>
  [...keychain.values()].includes(toBase64url(id as Bytes))

beforeEach(() => {
  keychain.clear()
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
        if (publicKey.excludeCredentials?.some(isKept)) {
          throw new DOMException('The credential already exists', 'InvalidStateError')
        }
        const rawId = crypto.getRandomValues(new Uint8Array(16))
        // A passkey with the same handle replaces the earlier one.
        keychain.set(toBase64url(publicKey.user.id as Bytes), toBase64url(rawId))
        return new Credential(rawId)
      },
      get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
        const kept = publicKey.allowCredentials?.find(isKept)
        return kept ? new Credential(kept.id as Bytes) : null
      },
    },
  })
})

const kept = () => [...keychain.values()]

test('creates a passkey on a second device without replacing one in the shared keychain', async () => {
  const first = await createPasskey('Mina', [])
  const second = await createPasskey('Mina', [])

  expect(kept()).toEqual([first.credentialId, second.credentialId])
})

test('reuses a passkey of the account that the keychain has, with its salt', async () => {
  const first = await createPasskey('Mina', [])
  const elsewhere = { credentialId: toBase64url(new Uint8Array(16)), salt: 'c2FsdA' }

  await expect(createPasskey('Mina', [elsewhere, first])).resolves.toEqual(first)

  expect(kept()).toEqual([first.credentialId])
})

test('does not request a passkey of the account that only another keychain has', async () => {
  const elsewhere = { credentialId: toBase64url(new Uint8Array(16)), salt: 'c2FsdA' }

  const made = await createPasskey('Mina', [elsewhere])

  expect(kept()).toEqual([made.credentialId])
})
