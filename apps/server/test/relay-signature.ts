import { toHex, type PrivateKeyAccount } from 'viem'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { intentDigest, permitDigest, type RelaySend } from '@solstice/rules/relay-intent'

export type SendBody = CallInput<'relay.send'>['body']
type Terms = NonNullable<CallData<'relay.offer'>['signed']>

/** Signs a send like the vault of a phone. */
export async function signRelaySend(
  wallet: PrivateKeyAccount,
  { relay, permit, deadline }: Pick<Terms, 'relay' | 'permit' | 'deadline'>,
  of: { chainId: number; token: string; recipient: string; amount: bigint; nonce: bigint },
): Promise<SendBody> {
  const send: RelaySend = { ...of, relay, owner: wallet.address, deadline: BigInt(deadline) }
  const permitted = permitDigest(send, { ...permit, nonce: BigInt(permit.nonce) })
  const { chainId, token, recipient, amount, nonce } = of
  return {
    chainId,
    relay,
    token,
    recipient,
    amount: amount.toString(),
    nonce: nonce.toString(),
    deadline,
    intent: await wallet.sign({ hash: toHex(intentDigest(send)) }),
    permit: await wallet.sign({ hash: toHex(permitted) }),
  }
}
