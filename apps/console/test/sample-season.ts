import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { page } from './sample-day.ts'
import { samplePlan } from './sample-plan.ts'

/** The draft of the next season. */
export const draftSeason: CallData<'seasonPlan.begin'> = {
  seasonId: 7,
  state: 'DRAFT',
  phase: 'DRAFT',
  revision: 12,
  title: samplePlan.title,
  startAt: samplePlan.startAt,
  endAt: samplePlan.endAt,
  roundEnds: samplePlan.rounds.map(({ endAt }) => endAt),
  publishedAt: null,
  members: 10_000,
  pool: '10000',
  symbol: 'USDS',
  publishAt: null,
  problems: 0,
  paused: false,
}

const noPreview = { en: null, ko: null }

export const shownSeason: CallData<'seasonPlan.show'> = {
  season: draftSeason,
  revision: 12,
  plan: samplePlan,
  problems: [],
  gate: [],
  schedule: null,
  simulation: null,
  previewed: noPreview,
  savedAt: '2027-01-17T14:11:52.000Z',
  savedBy: 'mateo.ruiz',
}

const picture: CallData<'media.add'> = {
  sha256: 'ab'.repeat(32),
  url: `/media/${'ab'.repeat(32)}.webp`,
  name: 'night.png',
  width: 1200,
  height: 600,
  bytes: 48_000,
  createdAt: '2027-01-16T10:00:00.000Z',
}

const product: CallData<'product.change'> = {
  productId: 3,
  seasonId: 7,
  position: 1,
  name: { en: 'Lantern', ko: '랜턴' },
  description: { en: 'Lights the night.', ko: '밤을 밝혀요.' },
  imageUrl: null,
  payType: 'TOKEN',
  price: '5 USDS',
  symbol: 'USDS',
  chainId: 56,
  contract: '0x90aF1b2C3d4E5f60718293a4B5c6D7e8F9013D11',
  givesXp: 300,
  givesTickets: 0,
  stock: 40,
  perUserLimit: null,
  onSale: true,
  sold: 1260,
  income: '6300',
  openOrders: 3,
  soldByDay: [2, 4, 3, 5, 8, 6, 4, 5, 7, 6, 9, 8, 7, 3],
  daysLeft: 6,
  createdAt: '2027-01-01T08:00:00.000Z',
}

export const savedDraft: CallData<'seasonPlan.save'> = {
  revision: 13,
  problems: [],
  savedAt: '2027-01-17T14:12:02.000Z',
  endedSchedule: false,
}

export const seasonReplies: { [Id in CallId]?: CallData<Id> } = {
  'seasonPlan.show': shownSeason,
  'seasonPlan.begin': { ...draftSeason, seasonId: 8, revision: 1 },
  'seasonPlan.copy': { ...draftSeason, seasonId: 8, revision: 1 },
  'seasonPlan.discard': null,
  'seasonPlan.save': savedDraft,
  'media.list': { ...page, totalCount: 1, list: [picture] },
  'media.add': picture,
  'product.listAll': {
    list: [
      product,
      {
        ...product,
        productId: 4,
        position: 2,
        name: { en: 'Ticket', ko: '티켓' },
        payType: 'XP',
        price: '100 XP',
        symbol: 'XP',
        chainId: null,
        contract: null,
        givesXp: 0,
        givesTickets: 1,
        stock: null,
        onSale: false,
        openOrders: 0,
        daysLeft: null,
      },
    ],
  },
  'product.details': product,
  'product.arrange': { list: [product] },
  'product.change': { ...product, onSale: false },
  'seasonPlan.tryProof': { outcome: 'FULFILLED', units: '25000000', transactions: null },
}
