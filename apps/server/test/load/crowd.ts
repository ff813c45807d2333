import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { draftSeason, releaseSeason } from '#/modules/season/publication.service.ts'
import { transfer } from '#/platform/books/ledger.ts'
import type { Db } from '#/platform/process/db.ts'
import type { CallData } from '@solstice/contract/wire'
import type { MailServer } from '#test/mail-server.ts'
import type { RemoteOperator } from '#test/remote-operator.ts'
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
const BALANCES = [
  ['TICKET', 10_000n],
  ['XP', 1_000_000n],
] as const

/** Gives a member the balances of a run. */
export type Funding = (userId: number, seasonId: number) => Promise<void>

/** Gives the balances as an operator does. */
export function fundByOperator(operator: RemoteOperator): Funding {
  return async (userId, seasonId) => {
    for (const [asset, amount] of BALANCES) {
      const scope = `season:${seasonId}`
      const body = { asset, amount: amount.toString(), scope, reason: 'Load test' }
      const path = `/v1/operator/members/${userId}/adjustments`
      await requireData(operator.call('POST', path, { key: `${asset}-${userId}`, body }))
    }
  }
}

/** Writes the balances to the ledger, because in production an operator would need a second one. */
export function fundInDatabase(db: Db): Funding {
  return async (member, seasonId) => {
    for (const [asset, amount] of BALANCES) {
      await transfer(db, {
        kind: 'ADJUSTMENT',
        key: `load:${asset}:${member}`,
        at: new Date(),
        from: { system: 'ISSUANCE' },
        to: { member },
        asset,
        scope: `season:${seasonId}`,
        amount,
      })
    }
  }
}

/**
 * Creates a season that starts now, with a product to buy. It is written to the database, because
 * in production publishing needs a second person.
 */
export async function openSeason(db: Db, operator: RemoteOperator): Promise<Programme> {
  const startAt = new Date(Date.now() + 3000)
  const plan = demoSeason(THEMES[0], startAt)
  const ctx = { now: () => new Date() }
  const seasonId = await db.transaction(async (tx) => {
    const id = await draftSeason(tx, ctx, plan)
    await releaseSeason(tx, ctx, { seasonId: id, startAt, endAt: new Date(plan.endAt) })
    return id
  })
  const programme = await addProduct(operator, seasonId)
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
  { index, seasonId, fund }: { index: number; seasonId: number; fund: Funding },
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
  await fund(userId, seasonId)
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
