import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import type { CallData } from '@solstice/contract/wire'
import type { MailServer } from '#test/mail-server.ts'
import { operatorOver, type OperatorOver } from '#test/operator-over.ts'
import { phoneOver, type PhoneOver } from '#test/phone-over.ts'

export const PASSWORD = 'Abcdef1!'

/** Somebody of the crowd: a phone, an address, and what the server has acknowledged to them. */
export type LoadMember = {
  email: string
  userId: number
  phone: PhoneOver
  nickname: string
  language: 'en' | 'ko'
  alarms: Map<number, boolean>
  /** Missions that can be done once, or once a day, and were. */
  done: Set<number>
  written: Acknowledged[]
}

/** A write with a key, as it was sent and as it was answered. */
export type Acknowledged = {
  call: 'mission.execute' | 'product.buy'
  /** Of the mission or the product. */
  id: number
  key: string
  clientSeed: string | undefined
  data: CallData<'mission.execute'> | CallData<'product.buy'>
}

export type Programme = { seasonId: number; productId: number }

/** As many as anybody here will ever spend. */
const TICKETS = '10000'
const XP = '1000000'

/** A season that begins now, with something to buy, made as an operator makes one. */
export async function openSeason(operator: OperatorOver): Promise<Programme> {
  const startAt = new Date(Date.now() + 3000)
  const plan = demoSeason(THEMES[0], startAt)
  const made = await demand<CallData<'seasonPlan.create'>>(
    operator.call('POST', '/v1/operator/seasons', { key: 'season', body: { plan } }),
  )
  const path = `/v1/operator/seasons/${made.seasonId}`
  await demand(operator.call('POST', `${path}/publish`))
  const product = await demand<CallData<'product.add'>>(
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
  while (Date.now() < startAt.getTime()) await new Promise((go) => setTimeout(go, 100))
  return { seasonId: made.seasonId, productId: product.productId }
}

/** Signs up through the API and a real mail, and has enough to spend for the whole run. */
export async function signUpLoadMember(
  servers: readonly string[],
  mailServer: Pick<MailServer, 'received'>,
  { index, token, seasonId }: { index: number; token: string; seasonId: number },
): Promise<LoadMember> {
  const email = `load-${index}@harbor.example`
  const phone = phoneOver(servers, {
    ip: `10.20.${Math.floor(index / 250)}.${(index % 250) + 1}`,
  })
  await demand(phone.call('auth.sendSignUpCode', { body: { email } }))
  const code = await mailedCode(mailServer, email)
  const { completeCode } = await demand(
    phone.call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } }),
  )
  const agreements = { termsOfService: true, privacyPolicy: true }
  const { userId, nickname } = await demand(
    phone.call('auth.signUp', { body: { email, password: PASSWORD, completeCode, agreements } }),
  )
  const operator = operatorOver(servers[index % servers.length] ?? '', token)
  for (const [asset, amount] of [
    ['TICKET', TICKETS],
    ['XP', XP],
  ]) {
    const body = { asset, amount, scope: `season:${seasonId}`, reason: 'For the load' }
    const path = `/v1/operator/members/${userId}/adjustments`
    await demand(operator.call('POST', path, { key: `${asset}-${userId}`, body }))
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

/** What is set up must succeed. */
async function demand<Data>(reply: Promise<{ code: number; data: Data | null }>): Promise<Data> {
  const { code, data } = await reply
  if (code !== 0 || data === null) throw new Error(`The set-up was refused with ${code}`)
  return data
}
