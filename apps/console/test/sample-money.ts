import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { NOW } from './sample-day.ts'
import { treasuryReplies } from './sample-treasury.ts'

export const treasury: CallData<'payout.treasury'> = {
  stoppedAt: null,
  stoppedFor: null,
  lanes: [
    {
      chainId: 56,
      networkName: 'BNB Chain',
      address: '0x5A1e0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2Fc07B',
      nextNonce: 2417,
      nextReserved: 2415,
      frozenAt: null,
      frozenFor: null,
      lowSince: '2027-01-17T13:34:00.000Z',
      lowFor: 'USDS: payout 2416 waits for funds',
      waiting: 11,
      onTheWay: 2,
      balances: [
        { symbol: 'BNB', amount: '0.84' },
        { symbol: 'USDS', amount: '4180' },
      ],
      lastKnown: null,
      owed: [{ symbol: 'USDS', amount: '612.4' }],
      paidToday: [{ symbol: 'USDS', amount: '1284.5' }],
      feeCoin: { symbol: 'BNB', amount: '0.84', days: 41 },
    },
    {
      chainId: 1,
      networkName: 'Ethereum',
      address: '0x5A1e0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2Fc07B',
      nextNonce: 388,
      nextReserved: null,
      frozenAt: null,
      frozenFor: null,
      lowSince: null,
      lowFor: null,
      waiting: 0,
      onTheWay: 0,
      balances: [
        { symbol: 'ETH', amount: '0.213' },
        { symbol: 'USDS', amount: '1950' },
      ],
      lastKnown: null,
      owed: [{ symbol: 'USDS', amount: '88' }],
      paidToday: [{ symbol: 'USDS', amount: '40' }],
      feeCoin: { symbol: 'ETH', amount: '0.213', days: 19 },
    },
  ],
  caps: [
    {
      symbol: 'USDS',
      perMember: '100',
      perDay: '10000',
      refundsPerDay: '2000',
      paidToday: '1284.5',
      refundedToday: '40',
      default: null,
    },
  ],
}

export const stoppedTreasury: CallData<'payout.treasury'> = {
  ...treasury,
  stoppedAt: NOW,
  stoppedFor: 'Payouts look wrong',
}

const policy: CallData<'approval.policy'> = {
  adjustXp: 5000,
  adjustTickets: 50,
  adjustCredit: 500,
  adjustUsds: 5,
  adjustDayFactor: 5,
  refundUsds: 20,
  refundDayUsds: 200,
  payoutUsds: 100,
  payoutDayUsds: 500,
  holdUsds: 50,
  holdDayUsds: 250,
  campaignMembers: 10_000,
  productXpPerUsd: 100,
  productTicketsPerUsd: 1,
  productTicketsPer1000Xp: 12,
  productXpPerTicket: 80,
  pricePercent: 5,
}

export const moneyReplies: { [Id in CallId]?: CallData<Id> } = {
  'approval.policy': policy,
  'approval.setPolicy': policy,
  'payout.treasury': treasury,
  'payout.freeze': stoppedTreasury,
  'payout.unfreeze': treasury,
  'payout.setCaps': treasury,
  ...treasuryReplies,
}
