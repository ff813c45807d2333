import type { Envelope } from '@solstice/contract/envelope'
import type { CallData } from '@solstice/contract/wire'

/** The calls of an operator's program to a server in another process. */
export type RemoteOperator = {
  call: <Data>(
    method: 'GET' | 'POST',
    path: string,
    more?: { key?: string; body?: unknown },
  ) => Promise<Envelope<Data>>
  adjust: (
    userId: number,
    amount: string,
    key?: string,
  ) => Promise<Envelope<CallData<'operator.adjustBalance'>>>
  xpOf: (userId: number) => Promise<bigint>
}

export function remoteOperator(address: string, token: string): RemoteOperator {
  const call: RemoteOperator['call'] = async (method, path, { key, body } = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // Every response under /v1 is an envelope with the data of the call.
    return (await response.json()) as Envelope<never>
  }
  return {
    call,
    adjust: (userId, amount, key) =>
      call('POST', `/v1/operator/members/${userId}/adjustments`, {
        ...(key === undefined ? {} : { key }),
        body: { asset: 'XP', amount, reason: 'Test' },
      }),
    xpOf: async (userId) => {
      const shown = await call<CallData<'operator.showMember'>>(
        'GET',
        `/v1/operator/members/${userId}`,
      )
      if (!shown.data) throw new Error(`Member ${userId} was not found: ${JSON.stringify(shown)}`)
      return BigInt(shown.data.balances.find(({ asset }) => asset === 'XP')?.balance ?? 0)
    },
  }
}
