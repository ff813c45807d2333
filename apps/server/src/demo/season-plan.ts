import { DEFAULT_CHECK_IN } from '@solstice/rules/missions/check-in/check-in'
import { DAY_MS } from '@solstice/rules/duration'
import { DEFAULT_LEVELS } from '@solstice/rules/level'
import type { PlannedMission, SeasonPlan, Texts } from '@solstice/rules/season-plan'
import { DEFAULT_PRIZES, DEFAULT_SPIN } from '@solstice/rules/missions/spin/spin'
import { QUIZ_QUESTIONS } from './quiz-questions.ts'

const ROUND_DAYS = 7
const ROUNDS = 4
export const SEASON_DAYS = ROUNDS * ROUND_DAYS

/** The chain of the embedded default. */
const DEMO_CHAIN_ID = 31_337

export type Theme = { art: string; title: Texts; description: Texts }

/** The themes of the year, in order. */
export const THEMES: readonly [Theme, ...Theme[]] = [
  {
    art: 'long-night',
    title: { en: 'The Long Night', ko: '긴 밤' },
    description: {
      en: 'The longest nights of the year, and the most stars to collect.',
      ko: '한 해 중 가장 긴 밤, 가장 많은 별을 모으는 시간이에요.',
    },
  },
  {
    art: 'thaw',
    title: { en: 'The Thaw', ko: '해빙' },
    description: {
      en: 'The ice gives way. Every day out counts towards the first green.',
      ko: '얼음이 녹기 시작해요. 매일의 한 걸음이 첫 새싹이 돼요.',
    },
  },
  {
    art: 'midsummer',
    title: { en: 'Midsummer', ko: '한여름' },
    description: {
      en: 'The sun hardly sets. Four weeks of long evenings and longer streaks.',
      ko: '해가 거의 지지 않는 4주, 긴 저녁을 함께 보내요.',
    },
  },
  {
    art: 'meteor',
    title: { en: 'Meteor Nights', ko: '유성의 밤' },
    description: {
      en: 'Shooting stars every night. Make a wish, spin the wheel.',
      ko: '밤마다 별똥별이 떨어져요. 소원을 빌고 룰렛을 돌려 보세요.',
    },
  },
  {
    art: 'first-frost',
    title: { en: 'First Frost', ko: '첫서리' },
    description: {
      en: 'Clear air, cold mornings. A season for those who rise early.',
      ko: '맑은 공기와 차가운 아침, 일찍 일어나는 이들의 시즌이에요.',
    },
  },
]

/**
 * Returns the season that starts at midnight of the programme, with the art of its time of year.
 */
export function demoSeason(theme: Theme, startAt: Date): SeasonPlan {
  const after = (days: number) => new Date(startAt.getTime() + days * DAY_MS).toISOString()
  return {
    title: theme.title,
    description: theme.description,
    imageUrl: `/art/season-${theme.art}.svg`,
    startAt: after(0),
    endAt: after(SEASON_DAYS),
    reward: { symbol: 'USDS', decimals: 6 },
    rounds: Array.from({ length: ROUNDS }, (_, at) => ({
      startAt: after(at * ROUND_DAYS),
      endAt: after((at + 1) * ROUND_DAYS),
      pool: '2500',
    })),
    tiers: [
      tier({ en: 'Bronze', ko: '브론즈' }, 'bronze', [0, 0, 1]),
      tier({ en: 'Silver', ko: '실버' }, 'silver', [2000, 5, 2]),
      tier({ en: 'Gold', ko: '골드' }, 'gold', [5000, 10, 3]),
      tier({ en: 'Platinum', ko: '플래티넘' }, 'platinum', [10_000, 15, 4]),
      tier({ en: 'Diamond', ko: '다이아몬드' }, 'diamond', [20_000, 20, 5]),
    ],
    levels: DEFAULT_LEVELS,
    checkIn: DEFAULT_CHECK_IN,
    spin: { ...DEFAULT_SPIN, prizes: DEFAULT_PRIZES },
    missions: MISSIONS,
    banners: [
      {
        title: { en: 'A free spin, every day', ko: '매일 한 번, 무료 룰렛' },
        imageUrl: '/art/banner-wheel.svg',
        linkUrl: null,
      },
      {
        title: { en: 'New stars in the constellation', ko: '별자리에 새 별이 떴어요' },
        imageUrl: '/art/banner-stars.svg',
        linkUrl: '/starlight',
      },
      {
        title: { en: 'Climb with friends', ko: '친구와 함께 올라가요' },
        imageUrl: '/art/banner-climb.svg',
        linkUrl: '/rewards/invite-event/',
      },
    ],
    products: [],
    budget: {
      members: 10_000,
      xp: 60_000_000,
      tickets: 400_000,
      reward: '10000',
      spinXp: 60,
    },
  }
}

function tier(
  name: Texts,
  emblem: SeasonPlan['tiers'][number]['emblem'],
  [minXp, bonusPercent, ticketsPerDay]: readonly [number, number, number],
): SeasonPlan['tiers'][number] {
  return { name, emblem, minXp, bonusPercent, ticketsPerDay }
}

const MISSION_DEFAULTS = {
  imageUrl: null,
  linkUrl: null,
  rewardXp: null,
  proof: null,
  partner: null,
  maxCompletions: null,
  terms: null,
  enabled: true,
} as const

const partnerNamed = (mark: string, en: string, ko: string) => ({
  name: { en, ko },
  markUrl: `/art/mark-${mark}.svg`,
})

export const LUMEN = partnerNamed('lumen', 'Lumen', '루멘')
const TIDEWATER = partnerNamed('tidewater', 'Tidewater', '타이드워터')
const NORTHFIELD = partnerNamed('northfield', 'Northfield', '노스필드')
const MERIDIAN = partnerNamed('meridian', 'Meridian', '메리디안')
const HEARTH = partnerNamed('hearth', 'Hearth', '하스')
const AURORA_RADIO = partnerNamed('aurora-radio', 'Aurora Radio', '오로라 라디오')

const MISSIONS: readonly PlannedMission[] = [
  {
    ...MISSION_DEFAULTS,
    missionId: 1,
    type: 'CHECK_IN',
    category: 'earn',
    title: { en: 'Daily check-in', ko: '출석 체크' },
    description: {
      en: '50 XP a day, plus 100 XP on every fifth check-in.',
      ko: '매일 50 XP, 다섯 번째마다 100 XP를 더 드려요.',
    },
    repeat: 'DAILY',
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 2,
    type: 'SPIN',
    category: 'earn',
    title: { en: 'XP spin', ko: 'XP 룰렛' },
    description: {
      en: 'One free spin a day, then one ticket each. Up to 1,000 XP.',
      ko: '하루 한 번 무료, 그다음은 티켓 한 장. 최대 1,000 XP.',
    },
    repeat: 'UNLIMITED',
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 3,
    type: 'TICKET',
    category: 'earn',
    title: { en: 'Daily tickets', ko: '오늘의 티켓' },
    description: {
      en: 'Claim your tier’s tickets once a day.',
      ko: '티어에 따라 하루 한 번 받을 수 있어요.',
    },
    repeat: 'DAILY',
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 4,
    type: 'INVITE',
    category: 'earn',
    title: { en: 'Invite friends', ko: '친구 초대' },
    description: {
      en: 'Share your code. Earn XP when your first and tenth friends join.',
      ko: '추천 코드를 공유해 보세요. 첫 번째와 열 번째 친구가 가입하면 XP를 드려요.',
    },
    linkUrl: '/rewards/invite-event/',
    repeat: 'UNLIMITED',
  },
  partner(5, 120, 'https://lumen.example/solstice', {
    partner: LUMEN,
    title: { en: 'Meet Lumen', ko: '루멘 만나기' },
    description: {
      en: 'See how our partner lights homes with sunlight stored by day.',
      ko: '낮에 모은 햇빛으로 집을 밝히는 파트너를 만나 보세요.',
    },
  }),
  {
    ...MISSION_DEFAULTS,
    missionId: 6,
    type: 'PURCHASE',
    category: 'purchase',
    title: { en: 'XP shop', ko: 'XP 상점' },
    description: {
      en: 'Tickets and more for your XP.',
      ko: 'XP로 티켓과 상품을 받아 보세요.',
    },
    repeat: 'UNLIMITED',
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 7,
    type: 'EARN',
    category: 'earn',
    title: { en: 'Know your wallet', ko: '내 지갑 알기' },
    description: {
      en: 'Read how your keys are kept. It takes two minutes.',
      ko: '키가 어떻게 보관되는지 읽어 보세요. 2분이면 충분해요.',
    },
    linkUrl: '/more/wallet-policy',
    rewardXp: 80,
    repeat: 'ONCE',
    proof: { kind: 'LINK' },
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 8,
    type: 'EARN',
    category: 'earn',
    title: { en: 'The code of the season', ko: '시즌 코드' },
    description: {
      en: 'You’ll find it in our member newsletter. This season: NORTHSTAR.',
      ko: '회원 소식지에 있어요. 이번 시즌 코드: NORTHSTAR.',
    },
    rewardXp: 150,
    repeat: 'ONCE',
    proof: { kind: 'CODE', code: 'NORTHSTAR' },
    maxCompletions: 10_000,
  },
  partner(9, 60, 'https://tidewater.example/today', {
    partner: TIDEWATER,
    title: { en: 'Tide of the day', ko: '오늘의 물때' },
    description: {
      en: 'Check today’s tide with Tidewater.',
      ko: '타이드워터에서 매일 새로운 물때를 확인해 보세요.',
    },
    repeat: 'DAILY',
  }),
  partner(10, 200, 'https://northfield.example/map', {
    partner: NORTHFIELD,
    title: { en: 'Dark-sky map', ko: '어두운 하늘 지도' },
    description: {
      en: 'Find the darkest place near you with Northfield.',
      ko: '노스필드에서 가까운 별 보기 명소를 찾아보세요.',
    },
  }),
  {
    ...MISSION_DEFAULTS,
    missionId: 11,
    type: 'PARTNER',
    category: 'starlight',
    title: { en: 'First light on chain', ko: '체인 위의 첫 빛' },
    description: {
      en: 'Keep a balance in your connected wallet.',
      ko: '등록한 지갑에 자산을 보유해 보세요.',
    },
    partner: MERIDIAN,
    linkUrl: '/wallet/',
    rewardXp: 300,
    repeat: 'ONCE',
    proof: {
      kind: 'ONCHAIN',
      chainId: DEMO_CHAIN_ID,
      requirement: {
        en: 'Your connected wallet has a balance above zero.',
        ko: '등록된 지갑에 잔액이 있어야 해요.',
      },
      check: { kind: 'HOLDS', contract: null, minUnits: '1' },
    },
  },
  partner(12, 100, 'https://hearth.example/recipes', {
    partner: HEARTH,
    title: { en: 'A meal by candlelight', ko: '촛불 아래의 식사' },
    description: {
      en: 'Pick a recipe at Hearth for the longest evening.',
      ko: '하스에서 긴 저녁을 위한 레시피를 골라 보세요.',
    },
  }),
  {
    ...MISSION_DEFAULTS,
    missionId: 13,
    type: 'PARTNER',
    category: 'starlight',
    title: { en: 'A word from Aurora Radio', ko: '오로라 라디오의 한마디' },
    description: {
      en: 'Listen for the word of the week. Hint: it is EMBER.',
      ko: '이번 주의 단어를 들어 보세요. 힌트: EMBER.',
    },
    partner: AURORA_RADIO,
    linkUrl: 'https://aurora-radio.example/live',
    rewardXp: 180,
    repeat: 'ONCE',
    proof: { kind: 'CODE', code: 'EMBER' },
    maxCompletions: 5000,
  },
  {
    ...MISSION_DEFAULTS,
    missionId: 14,
    type: 'QUIZ',
    category: 'earn',
    title: { en: 'Question of the day', ko: '오늘의 퀴즈' },
    description: {
      en: 'A new question about the night sky every day.',
      ko: '매일 새로운 밤하늘 문제를 만나 보세요.',
    },
    rewardXp: 30,
    repeat: 'DAILY',
    terms: { questions: QUIZ_QUESTIONS },
  },
]

function partner(
  missionId: number,
  rewardXp: number,
  linkUrl: string,
  details: Pick<PlannedMission, 'title' | 'description' | 'partner'> & {
    repeat?: PlannedMission['repeat']
  },
): PlannedMission {
  return {
    ...MISSION_DEFAULTS,
    missionId,
    type: 'PARTNER',
    category: 'starlight',
    linkUrl,
    rewardXp,
    proof: { kind: 'LINK' },
    repeat: 'ONCE',
    ...details,
  }
}
