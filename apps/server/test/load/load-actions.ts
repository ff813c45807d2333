import { Code } from '@solstice/contract/codes'
import { between } from '#test/faults/scenario.ts'
import type { RemoteReply } from '#test/remote-device.ts'
import { PASSWORD, type Programme, type LoadMember } from './crowd.ts'

export type Kind = 'read' | 'write' | 'auth'

type Outcome = Pick<RemoteReply<unknown>, 'status' | 'code' | 'ms'>

/**
 * One request that a member makes, its relative frequency, and the codes other than 0 that are
 * acceptable.
 */
export type LoadAction = {
  kind: Kind
  name: string
  weight: number
  refusals?: readonly number[]
  /** Returns undefined when this member has done it already. */
  do: (by: LoadMember, at: Programme, chance: () => number) => Promise<Outcome> | undefined
}

const read = (
  name: string,
  weight: number,
  request: (by: LoadMember['phone'], season: { seasonId: number }) => Promise<Outcome>,
): LoadAction => ({
  kind: 'read',
  name,
  weight,
  do: ({ phone }, { seasonId }) => request(phone, { seasonId }),
})

const READS: readonly LoadAction[] = [
  read('users.me', 4, (phone) => phone.call('users.me', {})),
  read('users.profile', 1, (phone) => phone.call('users.profile', {})),
  read('season.list', 2, (phone) => phone.call('season.list', { query: {} })),
  read('season.show', 3, (phone, params) => phone.call('season.show', { params })),
  read('mission.list', 3, (phone, params) => phone.call('mission.list', { params, query: {} })),
  read('mission.show', 2, (phone, { seasonId }) =>
    phone.call('mission.show', { params: { seasonId, missionId: SPIN } }),
  ),
  read('ranking.list', 2, (phone, params) => phone.call('ranking.list', { params })),
  read('product.list', 2, (phone, params) => phone.call('product.list', { params, query: {} })),
  read('history.list', 2, (phone, params) => phone.call('history.list', { params, query: {} })),
  read('alert.list', 1, (phone) => phone.call('alert.list', { query: {} })),
  read('referral.mine', 1, (phone) => phone.call('referral.mine', {})),
  read('notice.list', 1, (phone) => phone.call('notice.list', { query: {} })),
]

const CHECK_IN = 1
const SPIN = 2
const TICKETS = 3
export const CODE_MISSION = 8
export const CODE = 'NORTHSTAR'

/** Records only writes that returned 0; only those must exist later. */
async function execute(
  by: LoadMember,
  { seasonId }: Programme,
  missionId: number,
  body: { clientSeed?: string; partnerCode?: string },
): Promise<Outcome> {
  const key = `${by.userId}-${missionId}-${by.written.length}`
  const reply = await by.phone.call(
    'mission.execute',
    { params: { seasonId, missionId }, body },
    key,
  )
  // A rejection may carry data too.
  if (reply.code === Code.SUCCESS && reply.data) {
    const { clientSeed } = body
    by.written.push({ call: 'mission.execute', id: missionId, key, clientSeed, data: reply.data })
  }
  return reply
}

/** Describes a mission that can be done once during a run. */
const once = (name: string, missionId: number, refusals: readonly number[], partnerCode?: string) =>
  ({
    kind: 'write',
    name,
    weight: 2,
    refusals,
    do: (by, at) => {
      if (by.done.has(missionId)) return undefined
      by.done.add(missionId)
      return execute(by, at, missionId, partnerCode === undefined ? {} : { partnerCode })
    },
  }) satisfies LoadAction

const WRITES: readonly LoadAction[] = [
  {
    kind: 'write',
    name: 'a spin',
    weight: 8,
    do: (by, at, chance) =>
      execute(by, at, SPIN, { clientSeed: `load${between(chance, 0, 1_000_000)}` }),
  },
  {
    kind: 'write',
    name: 'a purchase for XP',
    weight: 4,
    do: async (by, { seasonId, productId }) => {
      const key = `${by.userId}-buy-${by.written.length}`
      const params = { seasonId, productId }
      const reply = await by.phone.call('product.buy', { params, body: {} }, key)
      const { code, data } = reply
      if (code === Code.SUCCESS && data)
        by.written.push({ call: 'product.buy', id: productId, key, clientSeed: undefined, data })
      return reply
    },
  },
  // Check-in is closed in the first ten minutes of a programme day.
  once('a check-in', CHECK_IN, [Code.CHECK_IN_CLOSED]),
  once('daily tickets', TICKETS, []),
  once('a mission with a code', CODE_MISSION, [], CODE),
  {
    kind: 'write',
    name: 'a new nickname',
    weight: 3,
    do: async (by, _at, chance) => {
      const nickname = `Load${by.userId}x${between(chance, 100_000, 999_999)}`
      const reply = await by.phone.call('users.changeNickname', { body: { nickname } })
      if (reply.code === 0) by.nickname = nickname
      return reply
    },
  },
  {
    kind: 'write',
    name: 'another language',
    weight: 1,
    do: async (by) => {
      const language = by.language === 'en' ? 'ko' : 'en'
      const reply = await by.phone.call('users.changeProfile', { body: { language } })
      if (reply.code === 0) by.language = language
      return reply
    },
  },
  {
    kind: 'write',
    name: 'the bell of a mission',
    weight: 2,
    do: async (by, { seasonId }, chance) => {
      const missionId = between(chance, CHECK_IN, TICKETS)
      const enabled = !(by.alarms.get(missionId) ?? false)
      const body = { seasonId, missionId, enabled }
      const reply = await by.phone.call('mission.setAlarm', { body })
      if (reply.code === 0) by.alarms.set(missionId, enabled)
      return reply
    },
  },
]

const AUTH: readonly LoadAction[] = [
  {
    kind: 'auth',
    name: 'a session goes on',
    weight: 5,
    do: ({ phone }) => phone.call('auth.reissue', {}),
  },
  {
    kind: 'auth',
    name: 'a log-in',
    weight: 3,
    do: ({ phone, email }) => phone.call('auth.login', { body: { email, password: PASSWORD } }),
  },
  {
    kind: 'auth',
    name: 'a wrong password',
    weight: 1,
    refusals: [Code.CREDENTIALS_INVALID],
    do: ({ phone, email }) =>
      phone.call('auth.login', { body: { email, password: `${PASSWORD}x` } }),
  },
]

const LOAD_ACTIONS: Record<Kind, readonly LoadAction[]> = { read: READS, write: WRITES, auth: AUTH }

/** In percent. */
export const MIX: Record<Kind, number> = { read: 70, write: 25, auth: 5 }

export function pickKind(chance: () => number): Kind {
  const share = chance() * 100
  if (share < MIX.read) return 'read'
  return share < MIX.read + MIX.write ? 'write' : 'auth'
}

export function pickAction(kind: Kind, chance: () => number): LoadAction {
  const actions = LOAD_ACTIONS[kind]
  let left = chance() * actions.reduce((sum, { weight }) => sum + weight, 0)
  for (const action of actions) {
    left -= action.weight
    if (left < 0) return action
  }
  throw new Error('The random value is not below 1')
}
