import type { CallId } from '@solstice/contract/catalogue'
import type { CallData, ParsedInput } from '@solstice/contract/wire'
import type { PreviewState } from './preview-state.ts'
import { showMe, showProfile } from './replies/account.ts'
import {
  executeMission,
  listAlarms,
  listAvailableMissions,
  listMissions,
  openMission,
  setAlarm,
  showMission,
} from './replies/mission.ts'
import { noEntries, onePage } from './replies/page.ts'
import { showLeague } from './replies/league.ts'
import { listRanking } from './replies/ranking.ts'
import {
  listBanners,
  listLevels,
  listPublicSeasons,
  listRounds,
  listSeasons,
  listTiers,
  showSeason,
} from './replies/season.ts'
import { listProducts, showProduct } from './replies/shop.ts'
import { showStreak } from './replies/streak.ts'

type Reply<Id extends CallId> = (state: PreviewState, input: ParsedInput<Id>) => CallData<Id>
type Replies = { readonly [Id in CallId]?: Reply<Id> }

/** The calls of the screens that the preview opens. Every other call is refused. */
export const replies = {
  'users.me': showMe,
  'users.profile': showProfile,
  'users.changeProfile': showProfile,
  'season.listPublic': listPublicSeasons,
  'season.list': listSeasons,
  'season.show': showSeason,
  'season.tiers': listTiers,
  'season.rounds': listRounds,
  'season.levels': listLevels,
  'season.banners': listBanners,
  'mission.list': (state, { query }) => listMissions(state, query),
  'mission.listAvailable': (state, { query }) => listAvailableMissions(state, query),
  'mission.show': (state, { params }) => showMission(state, params.missionId),
  'mission.open': (state, { params }) => openMission(state, params.missionId),
  'mission.execute': (state, { params, body }) => executeMission(state, params.missionId, body),
  'mission.listAlarms': listAlarms,
  'mission.setAlarm': (state, { body }) => setAlarm(state, body),
  'streak.show': showStreak,
  'ranking.list': listRanking,
  'league.mine': showLeague,
  'league.takePart': (_, { body }) => body,
  'product.list': (state, { query }) => listProducts(state, query),
  'product.show': (state, { params }) => showProduct(state, params.productId),
  // The member of the preview has no past, no messages and no wallet.
  'history.list': noEntries,
  'history.tickets': noEntries,
  'alert.list': () => ({ ...noEntries(), unreadCount: 0, unreadNoticeCount: 0 }),
  'notice.list': () => onePage([]),
  'credit.show': () => ({ balance: 0, packages: [], orders: [] }),
  'distribution.mine': () => ({ claims: [], waiting: [] }),
  'hold.mine': () => ({ list: [] }),
  'network.list': () => ({ list: [] }),
  'network.allContracts': () => ({ list: [] }),
} satisfies Replies
