import { afterEach, beforeEach, expect, test } from 'vitest'
import { SESSION_DELETE, startLocalRelay } from '#test/local-relay.ts'
import type { LocalRelay } from '#test/local-relay.ts'
import { newRelayIdentity, relayToken } from './protocol/relay-auth.ts'

let relay: LocalRelay
const sockets: WebSocket[] = []

beforeEach(async () => {
  relay = await startLocalRelay()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await relay.close()
})

type Received = { id: number; method?: string; params?: { data: { message: string } } }

/** Connects a client that acknowledges nothing, as one that is busy. */
async function connect(identity: string) {
  const socket = new WebSocket(`${relay.url}?auth=${relayToken(identity, relay.url, Date.now())}`)
  sockets.push(socket)
  const received: Received[] = []
  // The relay sends JSON only.
  socket.addEventListener('message', ({ data }) =>
    received.push(JSON.parse(String(data)) as Received),
  )
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let id = 0
  const call = async (method: string, params: object) => {
    id += 1
    const own = id
    socket.send(JSON.stringify({ id: own, jsonrpc: '2.0', method, params }))
    await expect.poll(() => received.some((each) => each.id === own && !each.method)).toBe(true)
  }
  const messages = () =>
    received.flatMap(({ method, params }) =>
      method === 'irn_subscription' && params ? [params.data.message] : [],
    )
  return { call, messages }
}

const TOPIC = 'ab'.repeat(32)

test('delivers the end of a session once to a client that connects and subscribes again', async () => {
  const [site, wallet] = [newRelayIdentity(), newRelayIdentity()]
  const first = await connect(site)
  await first.call('irn_subscribe', { topic: TOPIC })
  const sender = await connect(wallet)
  const publish = (message: string, tag: number) =>
    sender.call('irn_publish', { topic: TOPIC, message, tag, ttl: 300 })

  await publish('end', SESSION_DELETE)
  await publish('request', 1108)
  await expect.poll(first.messages).toEqual(['end', 'request'])
  const again = await connect(site)
  await again.call('irn_batchSubscribe', { topics: [TOPIC] })

  // The other message was not acknowledged, so that it is delivered again.
  await expect.poll(again.messages).toEqual(['request'])
  expect(first.messages()).toEqual(['end', 'request'])
})
