import type { TestMember } from '../support/members.ts'

export type Screen = { name: string; path: string }

/** Returns every screen of a signed-in member, with ids of this member's season and history. */
export async function memberScreens({ api }: TestMember): Promise<Screen[]> {
  const { list: seasons } = await api.call('season.list')
  const idOf = (status: string) => seasons.find((season) => season.status === status)?.seasonId ?? 0
  const season = idOf('ONGOING')
  const { list: missions } = await api.call('mission.list', { params: { seasonId: season } })
  const { list: products } = await api.call('product.list', {
    params: { seasonId: season },
    query: { size: 100 },
  })
  const dashboard = `/rewards/dashboard/${season}`
  const shop = `${dashboard}/missions/${missions.find(({ type }) => type === 'PURCHASE')?.missionId ?? 0}/buy-xp`
  const at = (folder: string, paths: readonly string[]): Screen[] =>
    paths.map((path) => ({ name: nameOf(path), path: `${folder}${path}` }))
  return [
    ...at('', ['/home', '/home/buy-credit', '/rewards', '/starlight', '/wallet', '/more']),
    ...at('/more', [
      '/account-management',
      '/my-data',
      '/my-page',
      '/notice',
      '/notification',
      '/password-change',
      '/policy',
      '/referral-input',
      '/setting',
      '/wallet-management',
      '/wallet-policy',
      '/withdraw',
      '/withdraw-confirmed',
      '/delete-account',
    ]),
    ...at('/wallet', [
      '/create',
      '/import-guide',
      '/reveal-seed',
      '/receive',
      '/remove',
      '/send',
      '/history',
    ]),
    ...at('/rewards', [
      '/alert-setting',
      '/claims',
      '/invite-event',
      `/tier/${season}`,
      '/dashboard/rules',
    ]),
    { name: 'season-ongoing', path: dashboard },
    { name: 'season-upcoming', path: `/rewards/dashboard/${idOf('UPCOMING')}` },
    { name: 'season-ended', path: `/rewards/dashboard/${idOf('ENDED')}` },
    { name: 'recap', path: `/rewards/dashboard/${idOf('ENDED')}/recap` },
    { name: 'recap-share', path: `/rewards/dashboard/${idOf('ENDED')}/recap?share=true` },
    { name: 'streak', path: `${dashboard}/streak` },
    { name: 'status', path: '/status' },
    { name: 'ranking', path: `${dashboard}/ranking` },
    { name: 'league', path: `${dashboard}/league` },
    { name: 'league-upcoming', path: `/rewards/dashboard/${idOf('UPCOMING')}/league` },
    { name: 'league-ended', path: `/rewards/dashboard/${idOf('ENDED')}/league` },
    ...['Earned', 'Purchased'].map((tab) => ({
      name: `history-${tab.toLowerCase()}`,
      path: `${dashboard}/history?tab=${tab}`,
    })),
    ...missions.map(({ missionId, type }) => ({
      name: `mission-${missionId}-${type.toLowerCase()}`,
      path: `${dashboard}/missions/${missionId}`,
    })),
    { name: 'ticket-history', path: `${dashboard}/missions/3/ticket-history` },
    { name: 'shop', path: shop },
    ...['XP', 'TICKET', 'TOKEN'].flatMap((payType) => {
      const product = products.find((each) => each.payType === payType)
      return product
        ? [{ name: `product-${payType.toLowerCase()}`, path: `${shop}/${product.productId}` }]
        : []
    }),
    ...(await purchaseScreens({ api }, season)),
    { name: 'no-holds', path: '/more/holds' },
    { name: 'not-found', path: '/no/such/place' },
  ]
}

async function purchaseScreens(
  { api }: Pick<TestMember, 'api'>,
  season: number,
): Promise<Screen[]> {
  const { list } = await api.call('history.list', {
    params: { seasonId: season },
    query: { tab: 'Purchased' },
  })
  const [first] = list
  if (!first) return []
  const item = `/rewards/dashboard/${season}/history/${first.historyId}`
  return [
    { name: 'history-item', path: item },
    { name: 'refund-request', path: `${item}/refund-request` },
  ]
}

/** The screens that differ once the device has a wallet. */
export const WALLET_SCREENS =
  /^(home|wallet|create|import|reveal|receive|remove|send|history$|withdraw|product-token|buy-credit|home-buy)/

function nameOf(path: string): string {
  return path.slice(1).replaceAll(/[/?=]+/g, '-')
}
