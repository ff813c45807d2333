const texts = (en: string, ko: string) => ({ en, ko })

const MISSION = {
  category: 'earn',
  imageUrl: null,
  linkUrl: null,
  rewardXp: null,
  repeat: 'UNLIMITED',
  proof: null,
  partner: null,
  maxCompletions: null,
  terms: null,
  enabled: true,
}

const mission = (missionId: number, type: string, en: string, ko: string, more: object = {}) => ({
  ...MISSION,
  missionId,
  type,
  title: texts(en, ko),
  description: texts(`About ${en}`, `${ko} 설명`),
  ...more,
})

const tier = (en: string, ko: string, emblem: string, numbers: readonly number[]) => ({
  name: texts(en, ko),
  emblem,
  minXp: numbers[0],
  bonusPercent: numbers[1],
  ticketsPerDay: numbers[2],
})

const round = (startAt: string, endAt: string) => ({
  startAt: `${startAt}T20:00:00.000Z`,
  endAt: `${endAt}T20:00:00.000Z`,
  pool: '2500',
})

const QUESTION = {
  text: texts('Which star points north?', '북쪽을 알려 주는 별은?'),
  options: [texts('Polaris', '북극성'), texts('Vega', '베가')],
  answer: 0,
  explanation: texts('Polaris hardly moves.', '북극성은 거의 움직이지 않아요.'),
}

/** A complete plan of four weeks without problems. */
export const samplePlan = {
  title: texts('The Long Night', '긴 밤'),
  description: texts('The longest nights of the year.', '한 해 중 가장 긴 밤이에요.'),
  imageUrl: '/art/season-long-night.svg',
  startAt: '2027-02-28T20:00:00.000Z',
  endAt: '2027-03-28T20:00:00.000Z',
  reward: { symbol: 'USDS', decimals: 6 },
  rounds: [
    round('2027-02-28', '2027-03-07'),
    round('2027-03-07', '2027-03-14'),
    round('2027-03-14', '2027-03-21'),
    round('2027-03-21', '2027-03-28'),
  ],
  tiers: [
    tier('Bronze', '브론즈', 'bronze', [0, 0, 1]),
    tier('Silver', '실버', 'silver', [2000, 5, 2]),
  ],
  levels: { xpPerLevel: 100, topLevel: 300, bonuses: [{ fromLevel: 100, percent: 5 }] },
  checkIn: { baseXp: 50, bonusEvery: 5, bonusXp: 100 },
  spin: {
    freePerDay: 1,
    ticketsPerSpin: 1,
    prizes: [
      { xp: 10, weight: 4000 },
      { xp: 30, weight: 2500 },
      { xp: 50, weight: 1800 },
      { xp: 100, weight: 1200 },
      { xp: 300, weight: 400 },
      { xp: 1000, weight: 100 },
    ],
  },
  missions: [
    mission(1, 'CHECK_IN', 'Daily check-in', '출석 체크', { repeat: 'DAILY' }),
    mission(2, 'SPIN', 'XP spin', 'XP 룰렛'),
    mission(3, 'TICKET', 'Daily tickets', '오늘의 티켓', { repeat: 'DAILY' }),
    mission(4, 'INVITE', 'Invite friends', '친구 초대'),
    mission(5, 'PARTNER', 'Meet Lumen', '루멘 만나기', {
      category: 'starlight',
      repeat: 'ONCE',
      rewardXp: 120,
      linkUrl: 'https://lumen.example/solstice',
      proof: { kind: 'LINK' },
      partner: { name: texts('Lumen', '루멘'), markUrl: null },
    }),
    mission(6, 'PURCHASE', 'XP shop', 'XP 상점', { category: 'purchase' }),
    mission(7, 'EARN', 'The code of the season', '시즌 코드', {
      repeat: 'ONCE',
      rewardXp: 150,
      proof: { kind: 'CODE', code: 'NORTHSTAR' },
      maxCompletions: 10_000,
    }),
    mission(8, 'QUIZ', 'Question of the day', '오늘의 퀴즈', {
      repeat: 'DAILY',
      rewardXp: 30,
      terms: { questions: [QUESTION] },
    }),
    mission(9, 'PARTNER', 'First light on chain', '체인 위의 첫 빛', {
      category: 'starlight',
      repeat: 'ONCE',
      rewardXp: 300,
      proof: {
        kind: 'ONCHAIN',
        chainId: 56,
        requirement: texts('Your wallet holds 5 USDS.', '지갑에 5 USDS가 있어야 해요.'),
        check: {
          kind: 'HOLDS',
          contract: '0x55d398326f99059fF775485246999027B3197955',
          minUnits: '5000000',
        },
      },
    }),
  ],
  banners: [
    {
      title: texts('A free spin, every day', '매일 한 번, 무료 룰렛'),
      imageUrl: '/art/banner-wheel.svg',
      linkUrl: null,
    },
  ],
  products: [
    {
      name: texts('Ticket', '티켓'),
      description: texts('One ticket for the wheel.', '룰렛 티켓 한 장이에요.'),
      imageUrl: null,
      payType: 'XP',
      price: '300',
      chainId: null,
      contract: null,
      givesXp: 0,
      givesTickets: 1,
      stock: null,
      perUserLimit: 5,
      position: 100,
    },
  ],
  budget: { members: 10_000, xp: 90_000_000, tickets: 600_000, reward: '10000', spinXp: 60 },
}
