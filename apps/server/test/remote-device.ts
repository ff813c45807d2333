import { endpoints, type CallId } from '@solstice/contract/catalogue'
import type { Envelope } from '@solstice/contract/envelope'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { urlOf } from './call-url.ts'

export type RemoteReply<Data> = Envelope<Data> & {
  status: number
  ms: number
  retryAfterSeconds: number | undefined
}

/**
 * A member's device with its own IP address, which sends its calls to servers in other processes in
 * turn.
 */
export type RemoteDevice = {
  call: <Id extends CallId>(
    id: Id,
    input: CallInput<Id>,
    key?: string,
  ) => Promise<RemoteReply<CallData<Id>>>
}

/**
 * Sends calls as a proxy in front of the servers would: to any of them, with the IP address of the
 * device.
 */
export function remoteDevice(servers: readonly string[], { ip }: { ip: string }): RemoteDevice {
  const cookies = new Map<string, string>()
  let turn = Number(ip.slice(ip.lastIndexOf('.') + 1))
  return {
    call: async (id, input, key) => {
      const { method, path } = endpoints[id]
      const address = servers[(turn += 1) % servers.length] ?? ''
      const startedAt = performance.now()
      const response = await fetch(`${address}${urlOf(path, input)}`, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': ip,
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      })
      // Every response under /v1 is an envelope with the data of the call.
      const envelope = (await response.json()) as Envelope<CallData<typeof id>>
      for (const each of response.headers.getSetCookie()) {
        const [name = '', value = ''] = each.split(';', 1)[0]?.split('=', 2) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const retryAfter = response.headers.get('retry-after')
      return {
        ...envelope,
        status: response.status,
        ms: performance.now() - startedAt,
        retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
      }
    },
  }
}
