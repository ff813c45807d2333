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

/** The keychain that two devices share, with the credential of each user handle, as WebAuthn has it. */
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
          throw new DOMException('It is there already', 'InvalidStateError')
        }
        const rawId = crypto.getRandomValues(new Uint8Array(16))
        // A passkey with the same handle takes the place of the earlier one.
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

test('a passkey of a second device replaces none in the keychain that both share', async () => {
  const first = await createPasskey('Mina', [])
  const second = await createPasskey('Mina', [])

  expect(kept()).toEqual([first.credentialId, second.credentialId])
})

test('a passkey of the account that the keychain has is used again, with its salt', async () => {
  const first = await createPasskey('Mina', [])
  const elsewhere = { credentialId: toBase64url(new Uint8Array(16)), salt: 'c2FsdA' }

  await expect(createPasskey('Mina', [elsewhere, first])).resolves.toEqual(first)

  expect(kept()).toEqual([first.credentialId])
})

test('a passkey of the account that only another keychain has is not asked for', async () => {
  const elsewhere = { credentialId: toBase64url(new Uint8Array(16)), salt: 'c2FsdA' }

  const made = await createPasskey('Mina', [elsewhere])

  expect(kept()).toEqual([made.credentialId])
})
