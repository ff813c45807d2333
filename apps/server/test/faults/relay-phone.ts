import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { signRelaySend, type SendBody } from '#test/relay-signature.ts'
import { CHAIN_ID, TOKEN, type RemotePayer, type Session } from './remote-payer.ts'
import type { Tally } from './scenario.ts'

/** A payment that a member wants to make once, whatever happens to the servers meanwhile. */
export type Payment = {
  payer: RemotePayer
  recipient: string
  amount: bigint
  /** The signed send, as the phone stores it until it has ended. */
  body: SendBody | undefined
  isDone: boolean
}

export const aPayment = (payer: RemotePayer, amount: bigint): Payment => ({
  payer,
  recipient: privateKeyToAccount(generatePrivateKey()).address,
  amount,
  body: undefined,
  isDone: false,
})

export const readOffer = async (session: Session): Promise<CallData<'relay.offer'> | null> => {
  const path = `/users/relay?chainId=${CHAIN_ID}&token=${TOKEN}`
  return (await session<CallData<'relay.offer'>>('GET', path)).data
}

/** With these codes the server has not accepted the send, and the member has to sign again. */
const SIGN_AGAIN: readonly number[] = [Code.RELAY_EXPIRED, Code.RELAY_WOULD_FAIL]

/** Does what the phone of a member does once: it signs, submits, follows, and signs again after a failure. */
export async function followPayment(
  session: Session,
  payment: Payment,
  tally: Tally,
): Promise<void> {
  const { data } = await session<CallData<'relay.sends'>>('GET', '/users/relay/sends')
  if (!data) return
  const listed = data.list.find(({ nonce }) => nonce === payment.body?.nonce)
  if (listed?.state === 'DONE') payment.isDone = true
  if (listed?.state === 'FAILED') {
    const name = `ended ${listed.failure}`
    tally[name] = (tally[name] ?? 0) + 1
    payment.body = undefined
  }
  if (payment.isDone || (listed && payment.body)) return
  payment.body ??= await sign(session, payment)
  if (!payment.body) return
  const key = { 'idempotency-key': `relay-${payment.body.nonce}` }
  const { code } = await session('POST', '/users/relay/sends', payment.body, key)
  if (SIGN_AGAIN.includes(code)) payment.body = undefined
  else if (code !== 0) throw new Error(`A send was refused with ${code}`)
}

async function sign(session: Session, payment: Payment): Promise<SendBody | undefined> {
  const offer = await readOffer(session)
  if (!offer?.signed) return undefined
  const { payer, recipient, amount } = payment
  const nonce = BigInt(`0x${randomBytes(32).toString('hex')}`)
  const of = { chainId: CHAIN_ID, token: TOKEN, recipient, amount, nonce }
  return signRelaySend(payer.wallet, offer.signed, of)
}
