import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import type { ProofMission, Standing } from '#/features/mission/api.ts'
import { ProofGuide } from './proof-guide.tsx'

const NOW_MS = Date.parse('2027-06-21T12:00:00.000Z')

const mission = {
  missionId: 10,
  seasonId: 2,
  type: 'PARTNER',
  category: 'starlight',
  title: 'Dark-sky map',
  description: 'Find the darkest place near you.',
  imageUrl: null,
  partner: { name: 'Northfield', markUrl: '/art/mark-northfield.svg' },
  linkUrl: 'https://northfield.example/map',
  rewardXp: 200,
  rewardTickets: null,
  repeat: 'ONCE',
  available: true,
  unavailableReason: null,
  nextAvailableAt: null,
  completed: false,
  alarmEnabled: false,
  proof: { kind: 'LINK', waitSeconds: 10, openedAt: null },
} satisfies ProofMission

const standing: Standing = {
  level: 66,
  seasonXp: 6523,
  xpBalance: 6523,
  xpToNextLevel: 77,
  levelMinXp: 6500,
  nextLevelMinXp: 6600,
  tickets: 0,
  ticketRatePerDay: 3,
  rank: 26,
  tier: 'Gold',
  tierId: 3,
  tierEmblem: 'gold',
  nextTier: null,
  levelBonusPercent: 0,
  tierBonusPercent: 10,
  estimatedReward: '0',
  receivedReward: '0',
  pendingReward: '0',
  waitingReward: '0',
  rewardSymbol: 'USDS',
  estimate: null,
}

beforeAll(() => loadTexts('mission', 'proof'))

/** Returns the markup with and without tags, so that sentences can be found across elements. */
function read(change: Partial<ProofMission>, member: Standing | null = standing) {
  const html = renderToStaticMarkup(
    <ProofGuide
      mission={{ ...mission, ...change }}
      standing={member ?? undefined}
      endsAt="2027-07-03T18:00:00.000Z"
      nowMs={NOW_MS}
      hasTypedCode={false}
    />,
  )
  return { html, content: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') }
}

describe('the screen of a partner mission', () => {
  test('shows the art, the mark and the name of the partner', () => {
    const { html, content } = read({})

    expect(html).toMatch(/<img[^>]*src="[^"]*mission-partner[^"]*"/)
    expect(html).toContain('src="/art/mark-northfield.svg"')
    expect(content).toContain('Partner · Northfield')
    expect(html).toMatch(/<h1[^>]*>Dark-sky map<\/h1>/)
  })

  test('shows the reward with the tier bonus, the star and the remaining time', () => {
    const { content } = read({})

    expect(content).toContain('200 + 20 Gold 220 XP')
    expect(content).toContain('in The Harp 1 star')
    expect(content).toContain('left 12 d 6 h')
  })

  test('shows no bonus before the member’s tier is known', () => {
    expect(read({}, null).content).toContain('before bonuses 200 XP')
  })

  test('lists the steps in order, marks the next one and states what counts', () => {
    const { html, content } = read({})

    expect(html.match(/<li /g)).toHaveLength(3)
    expect(html.match(/aria-current="step"/g)).toHaveLength(1)
    expect(content).toContain('Your progress 0 of 3')
    expect(content).toContain('Visit Northfield , next')
    expect(content).toContain('What counts: 10 seconds from the moment you open the link here.')
    expect(content).toContain('It counts once per season.')
  })

  test('shows no mark when the season names no partner', () => {
    const { html, content } = read({ partner: null })

    expect(html).not.toContain('/art/mark-')
    expect(content).toContain('Visit northfield.example')
  })
})

describe('the art of a mission', () => {
  test('is short beside a mark, and has its full height when the partner has none', () => {
    const illustrationOf = (change: Partial<ProofMission>) => read(change).html.split('<img')[0]

    expect(illustrationOf({})).toContain('short')
    expect(illustrationOf({ partner: { name: 'Northfield', markUrl: null } })).not.toContain(
      'short',
    )
  })

  const onChain = { kind: 'ONCHAIN', chainId: 1, requirement: 'Hold it.', hasWallet: true } as const

  test.each<[string, Partial<ProofMission>]>([
    ['mission-read', { type: 'EARN', partner: null, linkUrl: '/more/wallet-policy' }],
    ['mission-code', { proof: { kind: 'CODE' } }],
    ['mission-hold', { proof: { ...onChain, check: 'HOLDS' } }],
    ['mission-onchain.svg', { proof: { ...onChain, check: 'CALLED' } }],
    ['mission-onchain-done', { proof: { ...onChain, check: 'CALLED' }, completed: true }],
    ['/art/season-thaw.svg', { imageUrl: '/art/season-thaw.svg' }],
  ])('is %s', (art, change) => {
    expect(read(change).html.split('<h1')[0]).toContain(art)
  })
})

test('an on-chain mission states what the wallet needs', () => {
  const { content } = read({
    proof: {
      kind: 'ONCHAIN',
      chainId: 1,
      requirement: 'Your connected wallet has a balance above zero.',
      check: 'HOLDS',
      hasWallet: true,
    },
  })

  expect(content).toContain('Your wallet is connected.')
  expect(content).toContain('Your connected wallet has a balance above zero.')
  expect(content).toContain('Nothing is moved.')
})

test('a mission of an ended season shows no remaining time and no next step', () => {
  const { html, content } = read({ available: false, unavailableReason: 'SEASON_ENDED' })

  expect(content).not.toContain('12 d 6 h')
  expect(html).not.toContain('aria-current')
})
