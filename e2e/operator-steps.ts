import type { APIRequestContext } from '@playwright/test'
import type { Envelope } from '@solstice/contract/envelope'

/** What an operator of the server does, with the token that the server was started with. */
export function operatorOf(request: APIRequestContext, token: string) {
  return async <Data = unknown>(method: string, path: string, data?: object): Promise<Data> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
    }
    const reply = await request.fetch(path, { method, headers, ...(data && { data }) })
    const envelope = (await reply.json()) as Envelope<Data>
    if (envelope.code !== 0) throw new Error(`${method} ${path}: ${envelope.code} ${envelope.msg}`)
    return envelope.data as Data
  }
}

/** Switches maintenance. The server looks at the switch once a second of its own clock. */
export async function setMaintenance(
  request: APIRequestContext,
  token: string,
  enabled: boolean,
): Promise<void> {
  await operatorOf(request, token)('PUT', '/v1/operator/maintenance', { enabled })
  const reply = await request.post('/dev/clock', { data: { advanceMs: 1000 } })
  if (!reply.ok()) throw new Error(`The clock answered ${reply.status()}`)
}
