import { getAddress } from 'ethers'
import { actions } from '../../apps/web/src/vault/actions.ts'
import type { SignableTypedData } from '../../apps/web/src/features/wallet/review/typed-data.ts'
import type { Opening, UnsignedTransaction } from '../../apps/web/src/vault/protocol.ts'
import type { PermitDomain, RelaySend } from '@solstice/rules/relay-intent'

/** Everything that the vault signed, with what it was asked to sign. */
export type SignedByVault = { raw: string; hash: string; asked: UnsignedTransaction }

/** Creates a wallet as the app does: drawn, sealed under a PIN key and opened for each signature. */
export async function vaultWallet(userId: string) {
  const pinKeyId = `pin-${userId}`
  const key = () => new Uint8Array(32).fill(Number(userId))
  const opening = (): Opening => ({ kind: 'pin', pinKeyId, key: key() })
  const { address } = await actions.draft(undefined)
  const pin = { pinKeyId, salt: 'c2FsdA', iterations: 900_000, key: key() }
  await actions.sealDraft({ userId, pin, method: 'CREATE' })
  await actions.activate({ userId })
  const signed: SignedByVault[] = []
  const messages: { message: string; signature: string }[] = []
  return {
    address: asHex(getAddress(address)),
    signed,
    messages,
    signMessage: async ({ message }: { message: string }) => {
      const { signature } = await actions.signMessage({ userId, opening: opening(), message })
      messages.push({ message, signature })
      return asHex(signature)
    },
    signTypedData: async (data: SignableTypedData) => {
      const { signature } = await actions.signTypedData({ userId, opening: opening(), data })
      return asHex(signature)
    },
    signRelay: async (send: RelaySend, permit: PermitDomain) =>
      actions.signRelay({ userId, opening: opening(), send, permit }),
    sign: async (asked: UnsignedTransaction) => {
      const { raw, hash } = await actions.signTransaction({
        userId,
        opening: opening(),
        transaction: asked,
      })
      signed.push({ raw, hash, asked })
      return { raw, hash }
    },
  }
}

export type VaultWallet = Awaited<ReturnType<typeof vaultWallet>>

export function asHex(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new Error(`${text} is no hex text`)
  return `0x${text.slice(2)}`
}
