import type { APIRequestContext } from '@playwright/test'
import type { CallId } from '@solstice/contract/catalogue'
import { type RequestInput, callWith } from './api.ts'

/** Makes calls as an operator, with the token that the server was started with. */
export function operatorOf(request: APIRequestContext, token: string) {
  const headers = () => ({
    authorization: `Bearer ${token}`,
    'idempotency-key': crypto.randomUUID(),
  })
  return <Id extends CallId>(id: Id, input?: RequestInput<Id>) =>
    callWith(
      async ({ method, path, body }) => {
        const data = body === undefined ? {} : { data: body }
        const reply = await request.fetch(path, { method, headers: headers(), ...data })
        return reply.json()
      },
      id,
      input,
    )
}

/** Switches maintenance and advances the clock, because the server reads the switch once a second. */
export async function setMaintenance(
  request: APIRequestContext,
  token: string,
  enabled: boolean,
): Promise<void> {
  await operatorOf(request, token)('maintenance.set', { body: { enabled } })
  const reply = await request.post('/dev/clock', { data: { advanceMs: 1000 } })
  if (!reply.ok()) throw new Error(`The clock returned ${reply.status()}`)
}
