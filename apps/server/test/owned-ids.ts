import type { CallId } from '@solstice/contract/catalogue'
import { Code } from '@solstice/contract/codes'
import { notify } from '#/platform/books/alerts.ts'
import type { TestApp } from './test-app.ts'
import { aSeason } from './test-season.ts'
import { openBrowser, PASSWORD, type Browser } from './test-member.ts'
import { enrolPin, pinHeader } from './test-pin.ts'
import { insertHoldOf } from './test-hold.ts'
import { aCreditPackage, aProduct, anXpPack, give } from './test-shop.ts'
import { aWallet, registerWallet } from './test-wallet.ts'

type Member = Browser & { email: string; userId: number }

/** The input with which a member's call reaches a resource of their own. */
export type OwnCall = {
  params: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** The owner of the id in a path: one member, or all of them, as with a season. */
type PathIds =
  | {
      kind: 'owned'
      make: (server: TestApp, owner: Member) => Promise<OwnCall>
      /** The code that a call returns for an id of another member, unless it is the common one. */
      foreign?: Code
    }
  | { kind: 'shared' }

/**
 * Lists every member call with an id in its path. For an owned id, the tests verify that another
 * member gets 2901, as for an id that does not exist.
 */
export const PATH_IDS: Partial<Record<CallId, PathIds>> = {
  'season.show': { kind: 'shared' },
  'season.tiers': { kind: 'shared' },
  'streak.show': { kind: 'shared' },
  'season.rounds': { kind: 'shared' },
  'season.levels': { kind: 'shared' },
  'season.banners': { kind: 'shared' },
  'mission.list': { kind: 'shared' },
  'mission.listAvailable': { kind: 'shared' },
  'mission.show': { kind: 'shared' },
  'mission.open': { kind: 'shared' },
  'mission.execute': { kind: 'shared' },
  'ranking.list': { kind: 'shared' },
  'league.mine': { kind: 'shared' },
  'recap.mine': { kind: 'shared' },
  'history.list': { kind: 'shared' },
  'history.tickets': { kind: 'shared' },
  'history.show': {
    kind: 'owned',
    make: async (server, owner) => {
      const { seasonId } = await aSeason(server)
      const params = { seasonId, missionId: 3 }
      const { data } = await owner.call('mission.execute', { params, body: {} })
      return { params: { seasonId, historyId: data?.historyId ?? 0 } }
    },
  },
  'hold.appeal': {
    kind: 'owned',
    make: async (server, owner) => ({
      params: { holdId: await insertHoldOf(server, owner.userId) },
      body: { text: 'We are a family.' },
    }),
  },
  'explanation.mine': {
    kind: 'owned',
    make: async (server, owner) => {
      const { seasonId } = await aSeason(server)
      const params = { seasonId, missionId: 3 }
      const { data } = await owner.call('mission.execute', { params, body: {} })
      return { params: { entryId: `history:${data?.historyId}` } }
    },
  },
  'export.part': {
    kind: 'owned',
    make: async (_server, owner) => {
      await enrolPin(owner, PIN)
      const headers = await pinHeader(owner, PIN, 'DATA_EXPORT')
      const { data } = await owner.call('export.create', {}, headers)
      return { params: { exportId: data?.exportId ?? '', part: 1 } }
    },
  },
  'product.list': { kind: 'shared' },
  'product.show': { kind: 'shared' },
  'product.buy': { kind: 'shared' },
  'product.updateOrder': {
    kind: 'owned',
    make: async (server, owner) => {
      const { seasonId } = await aSeason(server)
      const productId = await anXpPack(server, seasonId)
      await registerWallet(owner, aWallet())
      const params = { seasonId, productId }
      const { data } = await owner.call('product.buy', { params, body: {} })
      return {
        params: { ...params, userProductId: data?.userProductId ?? 0 },
        body: { status: 'CANCELLED' },
      }
    },
  },
  'refund.request': {
    kind: 'owned',
    make: async (server, owner) => {
      const { seasonId } = await aSeason(server)
      await give(server, owner.userId, 'XP', 500n, `season:${seasonId}`)
      const productId = await aProduct(server, seasonId)
      const { data } = await owner.call('product.buy', {
        params: { seasonId, productId },
        body: {},
      })
      const params = { seasonId, historyId: data?.historyId ?? 0 }
      return { params, body: { type: 'CHANGE_OF_MIND' } }
    },
  },
  'credit.updateOrder': {
    kind: 'owned',
    make: async (server, owner) => {
      const packageId = await aCreditPackage(server)
      await registerWallet(owner, aWallet())
      const { data } = await owner.call('credit.buy', { body: { packageId } })
      return { params: { orderId: data?.orderId ?? 0 }, body: { status: 'CANCELLED' } }
    },
  },
  'wallet.disconnect': {
    kind: 'owned',
    foreign: Code.WALLET_NOT_FOUND,
    make: async (_server, owner) => {
      const wallet = aWallet()
      await registerWallet(owner, wallet)
      const headers = await pinHeader(owner, PIN, 'WALLET_DISCONNECT')
      return { params: { address: wallet.address }, headers }
    },
  },
  'bookmark.change': {
    kind: 'owned',
    make: async (_server, owner) => ({ ...(await aBookmark(owner)), body: { name: 'Other' } }),
  },
  'bookmark.remove': {
    kind: 'owned',
    make: (_server, owner) => aBookmark(owner),
  },
  'session.end': {
    kind: 'owned',
    make: async (server, owner) => {
      const body = { email: owner.email, password: PASSWORD, keepLoggedIn: true }
      await openBrowser(server).call('auth.login', { body })
      const { data } = await owner.call('session.list', {})
      return { params: { sessionId: data?.list.at(-1)?.sessionId ?? '' } }
    },
  },
  'passkey.remove': {
    kind: 'owned',
    make: async (_server, owner) => {
      await enrolPin(owner, PIN)
      const passkey = { credentialId: `device-of-${owner.userId}`, salt: 'A'.repeat(43) }
      await owner.call('passkey.add', { body: passkey }, await pinHeader(owner, PIN, 'PASSKEY_ADD'))
      const headers = await pinHeader(owner, PIN, 'PASSKEY_REMOVE')
      return { params: { credentialId: passkey.credentialId }, headers }
    },
  },
  'alert.read': {
    kind: 'owned',
    make: async ({ ctx }, owner) => {
      await notify(ctx.db, ctx, owner.userId, { code: 'REWARD' })
      const { data } = await owner.call('alert.list', { query: {} })
      return { params: { id: data?.list[0]?.alarmId ?? 0 } }
    },
  },
  'alert.changeSetting': { kind: 'shared' },
  'notice.read': { kind: 'shared' },
}

const PIN = '135790'

async function aBookmark(owner: Member) {
  await enrolPin(owner, PIN)
  const body = { name: 'Mum', address: aWallet().address }
  const pinned = await pinHeader(owner, PIN, 'BOOKMARK_CHANGE')
  const { data } = await owner.call('bookmark.add', { body }, pinned)
  if (!data) throw new Error('The bookmark was refused')
  return { params: { id: data.id }, headers: await pinHeader(owner, PIN, 'BOOKMARK_CHANGE') }
}
