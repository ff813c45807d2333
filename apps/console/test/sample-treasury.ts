import type { CallId } from '@solstice/contract/catalogue'
import type { CallData } from '@solstice/contract/wire'
import { NOW } from './sample-day.ts'

const ACCOUNT = '0x5A1e0C9b7D3f4A2c8E6b1D0f9C7a5B3e1D2Fc07B'
const FIRST_HASH = `0x8e1f${'3c'.repeat(29)}44a0`
const SECOND_HASH = `0x77aa${'5d'.repeat(29)}9e21`

/** A payout that was replaced once with higher fees, and is final. */
export const paidPayout: CallData<'payout.show'> = {
  payoutId: 2391,
  purpose: 'REWARD',
  key: 'reward:2:48213',
  userId: 48_213,
  nickname: 'MinaHarbor',
  address: '0x71C4e0b2A9d83F5c6E1b7D0a4F9c3B8e2D1F9E2F',
  amount: '9.26',
  symbol: 'USDS',
  chainId: 56,
  networkName: 'BNB Chain',
  coin: 'BNB',
  scanUrl: 'https://bscscan.com',
  confirmations: 15,
  state: 'CONFIRMED',
  nonce: 2409,
  txHash: SECOND_HASH,
  heldFor: null,
  notBefore: null,
  failure: null,
  createdAt: '2027-01-16T08:30:58.000Z',
  confirmedAt: '2027-01-16T08:32:46.000Z',
  creates: null,
  subject: null,
  cancels: null,
  cancelledBy: null,
  holdNow: null,
  isStopped: false,
  caps: null,
  canCancel: false,
  timeline: [
    step('REQUESTED', '08:30:58'),
    step('RESERVED', '08:31:04', { nonce: 2409 }),
    step('SIGNED', '08:31:04', { maxFee: '0.00042' }),
    step('SENT', '08:31:05', { txHash: FIRST_HASH }),
    step('REPLACED', '08:32:05', { maxFee: '0.00047', raisedPercent: 12, txHash: SECOND_HASH }),
    step('CONFIRMED', '08:32:46', { txHash: SECOND_HASH, block: 46_211_377, fee: '0.00038' }),
  ],
}

type Step = CallData<'payout.show'>['timeline'][number]

function step(kind: Step['kind'], clock: string, change: Partial<Step> = {}): Step {
  return {
    kind,
    at: `2027-01-16T${clock}.000Z`,
    nonce: null,
    maxFee: null,
    fee: null,
    raisedPercent: null,
    txHash: null,
    block: null,
    ...change,
  }
}

/** A withdrawal that the cap of the day holds until the next programme day. */
export const heldPayout: CallData<'payout.show'> = {
  ...paidPayout,
  payoutId: 2402,
  purpose: 'WITHDRAWAL',
  key: 'withdrawal:412',
  amount: '100',
  state: 'QUEUED',
  nonce: null,
  txHash: null,
  heldFor: 'DAY_CAP',
  holdNow: 'DAY_CAP',
  notBefore: '2027-01-17T20:00:00.000Z',
  confirmedAt: null,
  caps: {
    perMember: '100',
    perDay: '10000',
    refundsPerDay: '2000',
    paidToMember: '0',
    paidToday: '9950',
    refundedToday: '40',
  },
  canCancel: true,
  timeline: [step('REQUESTED', '08:30:58')],
}

const FIRST_DAY = Date.parse('2027-01-17T08:00:00.000Z')
const dayAfter = (days: number) =>
  new Date(FIRST_DAY + days * 86_400_000).toISOString().slice(0, 10)

type Forecast = CallData<'payout.forecast'>['list'][number]

/** Computes the days from a balance, two rounds of 2,500 and 165 USDS of withdrawals a day. */
function forecast(
  chainId: number,
  networkName: string,
  balance: number,
  rounds: number[],
): Forecast {
  const pace = chainId === 56 ? 165 : 20
  const owed = chainId === 56 ? 612 : 88
  let left = balance - owed
  const days = Array.from({ length: 30 }, (_, at) => {
    const settled = rounds.includes(at) ? 2500 : 0
    const withdrawn = at === 0 ? 0 : pace
    left -= settled + withdrawn
    return {
      day: dayAfter(at),
      settled: String(settled),
      rounds: settled > 0 ? [`season:4/round:${rounds.indexOf(at) + 3}`] : [],
      withdrawn: String(withdrawn),
      left: String(left),
    }
  })
  const shortAt = days.findIndex((day) => Number(day.left) < 0)
  return {
    chainId,
    networkName,
    symbol: 'USDS',
    balance: String(balance),
    silentSince: null,
    owed: String(owed),
    pace: String(pace),
    runsOutOn: days[shortAt]?.day ?? null,
    coveredDays: shortAt === -1 ? 30 : shortAt,
    missing: String(Math.max(0, -left)),
    days,
  }
}

export const bnbForecast = forecast(56, 'BNB Chain', 4180, [5, 12])

/** A network whose key signed a transaction elsewhere. */
export const keyUsedElsewhere: CallData<'payout.recovery'> = {
  chainId: 1,
  networkName: 'Ethereum',
  scanUrl: 'https://etherscan.io',
  confirmations: 15,
  frozenAt: '2027-01-17T13:50:00.000Z',
  frozenFor: 'The chain has 389 transactions, but only 388 were signed here',
  isStopped: false,
  case: 'KEY_USED_ELSEWHERE',
  adoptObstacle: null,
  adoptedNonce: 389,
  database: { account: ACCOUNT, nextNonce: 388, lowestOpen: 388 },
  chain: { account: ACCOUNT, nonce: 389 },
  inFlight: [],
  lost: [],
}

const terms: CallData<'invite.showTerms'>['terms'] = {
  firstInviteXp: 100,
  totalInviteCount: 10,
  totalInviteXp: 500,
  symbol: 'USDS',
  referralReward: '1',
  checkInDays: 3,
  claimDelayDays: 7,
  maxPerReferrer: '100',
  seasonBudget: '10000',
  minWithdraw: '10',
  maxWithdrawPerDay: '100',
}

const inviteTerms: CallData<'invite.showTerms'> = {
  terms,
  setAt: '2027-01-02T08:00:00.000Z',
  costOf1000: { tokens: '1000', xp: 100_000 },
  seasons: [
    {
      seasonId: 4,
      title: { en: 'The Long Night', ko: '긴 밤' },
      promised: '3120',
      friends: 3120,
    },
    {
      seasonId: 3,
      title: { en: 'First Frost', ko: '첫서리' },
      promised: '8450.5',
      friends: 8451,
    },
  ],
  history: [
    { terms, setAt: '2027-01-02T08:00:00.000Z' },
    { terms: { ...terms, referralReward: '1.5' }, setAt: '2026-10-01T08:00:00.000Z' },
  ],
}

const network: CallData<'network.showAll'>['list'][number] = {
  networkId: 1,
  chainId: 56,
  networkName: 'BNB Chain',
  networkSymbol: 'BNB',
  rpcUrl: 'https://bnb.example',
  scanUrl: '',
  confirmations: 15,
  explorer: 'OWN_INDEX',
  enabled: true,
  secondRpcUrl: null,
  node: { reachable: true, headAge: 3, block: 46_218_904 },
  secondNode: null,
}

const contract: CallData<'network.showContracts'>['list'][number] = {
  contractId: 1,
  networkId: 1,
  chainId: 56,
  address: '0x55d398326f99059fF775485246999027B3197955',
  name: 'Solstice Dollar',
  symbol: 'USDS',
  decimals: 6,
  logoUrl: null,
  priceUsd: '1.00',
  priceChange24h: 0,
  enabled: true,
  agreeAbove: null,
}

/** Another network, whose first node is silent and whose second one is far behind. */
export const silentNetwork: typeof network = {
  ...network,
  networkId: 2,
  chainId: 1,
  networkName: 'Ethereum',
  networkSymbol: 'ETH',
  rpcUrl: 'https://eth.example/v3/key',
  scanUrl: 'https://etherscan.io',
  explorer: 'ETHERSCAN',
  secondRpcUrl: 'https://eth.second.example',
  node: { reachable: false, headAge: null, block: null },
  secondNode: { reachable: true, headAge: 4200, block: 21_004_112 },
}

export const networks: CallData<'network.showAll'> = { list: [network] }

export const treasuryReplies: { [Id in CallId]?: CallData<Id> } = {
  'payout.show': paidPayout,
  'payout.cancel': { ...heldPayout, state: 'FAILED' },
  'payout.export': { text: 'payout,purpose\r\n2402,WITHDRAWAL\r\n', count: 1, nextAfter: null },
  'relay.budgets': {
    list: [
      {
        chainId: 56,
        networkName: 'BNB Smart Chain',
        symbol: 'BNB',
        feesPerDay: '0.2',
        feesToday: '0.0142',
        sendsToday: 31,
        relay: '0x4b20993Bc481177ec7E8f571ceCaE8A9e22C02db',
      },
    ],
  },
  'payout.forecast': {
    asOf: NOW,
    list: [bnbForecast, forecast(1, 'Ethereum', 1950, [])],
  },
  'payout.recovery': keyUsedElsewhere,
  'invite.showTerms': inviteTerms,
  'invite.setTerms': inviteTerms,
  'network.showAll': networks,
  'network.set': network,
  'network.showContracts': {
    list: [
      contract,
      { ...contract, contractId: 2, address: null, name: 'BNB', symbol: 'BNB', decimals: 18 },
    ],
  },
  'network.setContract': contract,
  'network.showPrices': {
    list: [
      {
        symbol: 'USDS',
        priceUsd: '0.97',
        priceChange24h: null,
        byHand: true,
        at: '2027-01-17T10:00:00.000Z',
        sourceUsd: '1.00',
        deviation: -3,
      },
      {
        symbol: 'BNB',
        priceUsd: '612.40',
        priceChange24h: 1.2,
        byHand: false,
        at: NOW,
        sourceUsd: '612.40',
        deviation: 0,
      },
    ],
  },
  'network.setPrice': null,
}
