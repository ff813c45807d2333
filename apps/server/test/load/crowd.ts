import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import type { CallData } from '@solstice/contract/wire'
import type { MailServer } from '#test/mail-server.ts'
import { remoteOperator, type RemoteOperator } from '#test/remote-operator.ts'
import { remoteDevice, type RemoteDevice } from '#test/remote-device.ts'

export const PASSWORD = 'Abcdef1!'

/**
 * A member of the load test: a client, an address, and the writes that the server has acknowledged.
 */
export type LoadMember = {
  email: string
  userId: number
  phone: RemoteDevice
  nickname: string
  language: 'en' | 'ko'
  alarms: Map<number, boolean>
  /** Missions that can be done once, or once a day, and are done. */
  done: Set<number>
  written: Acknowledged[]
}

/** A write with an idempotency key, with its request and its response. */
export type Acknowledged = {
  call: 'mission.execute' | 'product.buy'
  /** The id of the mission or the product. */
  id: number
  key: string
  clientSeed: string | undefined
  data: CallData<'mission.execute'> | CallData<'product.buy'>
}

export type Programme = { seasonId: number; productId: number }

/** More than any member spends in a run. */
const TICKETS = '10000'
const XP = '1000000'

/** Creates a season that starts now, with a product to buy, as an operator does. */
export async function openSeason(operator: RemoteOperator): Promise<Programme> {
  const startAt = new Date(Date.now() + 3000)
  const plan = demoSeason(THEMES[0], startAt)
  const made = await requireData<CallData<'seasonPlan.create'>>(
    operator.call('POST', '/v1/operator/seasons', { key: 'season', body: { plan } }),
  )
  await requireData(operator.call('POST', `/v1/operator/seasons/${made.seasonId}/publish`))
  const programme = await addProduct(operator, made.seasonId)
  while (Date.now() < startAt.getTime()) await new Promise((go) => setTimeout(go, 100))
  return programme
}

/** Uses the running season of the demo data, because seasons must not overlap. */
export async function joinDemoSeason(operator: RemoteOperator): Promise<Programme> {
  const { list } = await requireData<CallData<'season.listPublic'>>(
    operator.call('GET', '/v1/public/seasons'),
  )
  const running = list.find(({ status }) => status === 'ONGOING')
  if (!running) throw new Error('The demo data has no running season')
  return addProduct(operator, running.seasonId)
}

async function addProduct(operator: RemoteOperator, seasonId: number): Promise<Programme> {
  const path = `/v1/operator/seasons/${seasonId}`
  const product = await requireData<CallData<'product.add'>>(
    operator.call('POST', `${path}/products`, {
      key: 'product',
      body: {
        name: { en: 'Three tickets', ko: '티켓 3장' },
        description: { en: 'Three more turns.', ko: '세 번 더.' },
        payType: 'XP',
        price: '300',
        givesTickets: 3,
      },
    }),
  )
  return { seasonId, productId: product.productId }
}

/** Signs a member up through the API and a real mail, with enough balance for the whole run. */
export async function signUpLoadMember(
  servers: readonly string[],
  mailServer: Pick<MailServer, 'received'>,
  { index, token, seasonId }: { index: number; token: string; seasonId: number },
): Promise<LoadMember> {
  const email = `load-${index}@harbor.example`
  const phone = remoteDevice(servers, {
    ip: `10.20.${Math.floor(index / 250)}.${(index % 250) + 1}`,
  })
  await requireData(phone.call('auth.sendSignUpCode', { body: { email } }))
  const code = await mailedCode(mailServer, email)
  const { completeCode } = await requireData(
    phone.call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } }),
  )
  const agreements = { termsOfService: true, privacyPolicy: true }
  const { userId, nickname } = await requireData(
    phone.call('auth.signUp', { body: { email, password: PASSWORD, completeCode, agreements } }),
  )
  const operator = remoteOperator(servers[index % servers.length] ?? '', token)
  for (const [asset, amount] of [
    ['TICKET', TICKETS],
    ['XP', XP],
  ]) {
    const body = { asset, amount, scope: `season:${seasonId}`, reason: 'Load test' }
    const path = `/v1/operator/members/${userId}/adjustments`
    await requireData(operator.call('POST', path, { key: `${asset}-${userId}`, body }))
  }
  const alarms = new Map<number, boolean>()
  return { email, userId, phone, nickname, language: 'en', alarms, done: new Set(), written: [] }
}

async function mailedCode(mailServer: Pick<MailServer, 'received'>, email: string) {
  for (;;) {
    const code = mailServer.received.find(({ to }) => to === email)?.code
    if (code !== undefined) return code
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** Throws when a set-up call fails. */
async function requireData<Data>(
  reply: Promise<{ code: number; data: Data | null }>,
): Promise<Data> {
  const { code, data } = await reply
  if (code !== 0 || data === null) throw new Error(`The set-up was refused with ${code}`)
  return data
}
