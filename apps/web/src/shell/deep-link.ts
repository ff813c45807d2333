const HOLDS = '/more/holds/?hold={holdId}'
/**
 * The routes of notifications. Only this table decides; nothing else of a payload becomes a URL.
 */
const ROUTES: Readonly<Record<string, string>> = {
  PURCHASE_SUCCESS: '/rewards/dashboard/{seasonId}/history/?tab=Purchased',
  PURCHASE_FAIL: '/rewards/dashboard/{seasonId}/history/?tab=Purchased',
  REFUND_COMPLETE: '/rewards/dashboard/{seasonId}/history/?tab=Purchased',
  REFUND_SUBMIT: '/rewards/dashboard/{seasonId}/history/{historyId}/',
  PURCHASE: '/rewards/dashboard/{seasonId}/missions/6/',
  TICKET: '/rewards/dashboard/{seasonId}/missions/3/',
  CHECK_IN: '/rewards/dashboard/{seasonId}/missions/1/',
  RANDOM_XP: '/rewards/dashboard/{seasonId}/missions/2/',
  SEASON_OPEN: '/rewards/dashboard/{seasonId}/',
  REWARD: '/wallet',
  REWARD_WAITING: '/wallet',
  REWARD_READY: '/rewards/claims/',
  FUNDS_RECEIVED: '/wallet/history/',
  MAINTENANCE_START: '/more/notification',
  MAINTENANCE_END: '/more/notification',
  NOTICE: '/more/notification',
  WALLET_CHANGED: '/more/wallet-management',
  INVITE_QUALIFIED: '/rewards/invite-event/',
  INVITE_CLAIMABLE: '/rewards/invite-event/',
  WITHDRAWAL_FAILED: '/more/withdraw',
  RECAP_READY: '/rewards/dashboard/{seasonId}/recap/',
  LEAGUE_PROMOTED: '/rewards/dashboard/{seasonId}/league/',
  LEAGUE_STAYED: '/rewards/dashboard/{seasonId}/league/',
  LEAGUE_RELEGATED: '/rewards/dashboard/{seasonId}/league/',
  SEASON_PAUSED: '/rewards/dashboard/{seasonId}/',
  SEASON_RESUMED: '/rewards/dashboard/{seasonId}/',
  DAY_EXCUSED: '/rewards/dashboard/{seasonId}/streak/',
  HOLD_OPENED: HOLDS,
  HOLD_APPEALED: HOLDS,
  HOLD_UPHELD: HOLDS,
  HOLD_RELEASED: HOLDS,
  HOLD_LAPSED: HOLDS,
  REFUND_REJECTED: '/rewards/dashboard/{seasonId}/history/{historyId}/',
}
const HOME = '/home'
const DEEP_LINK_TTL_MS = 300_000
const ID = /^[1-9]\d{0,14}$/

export type Notification = {
  code: string
  data: { seasonId?: unknown; historyId?: unknown; holdId?: unknown }
  timestamp: number
}

export function routeOf({ code, data }: Pick<Notification, 'code' | 'data'>): string {
  const template = Object.hasOwn(ROUTES, code) ? ROUTES[code] : undefined
  if (template === undefined) return HOME
  const path = template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    // Only the templates above name an id.
    const id = data[name as keyof typeof data]
    const isText = typeof id === 'string' || typeof id === 'number'
    return isText && ID.test(String(id)) ? String(id) : placeholder
  })
  return path.includes('{') ? HOME : path
}

/** Parses a notification; returns undefined for other text, and the app then starts as usual. */
export function parseNotification(text: string | null): Notification | undefined {
  if (text === null) return undefined
  try {
    const payload: unknown = JSON.parse(text)
    if (typeof payload !== 'object' || payload === null) return undefined
    const { code, data, timestamp } = payload as Record<string, unknown>
    if (typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return undefined
    return {
      code: String(code),
      data: typeof data === 'object' && data !== null ? data : {},
      timestamp,
    }
  } catch {
    return undefined
  }
}

export function isStillValid(
  { timestamp }: Pick<Notification, 'timestamp'>,
  nowMs: number,
): boolean {
  return nowMs - timestamp <= DEEP_LINK_TTL_MS
}

const PARAMETER = 'notification'
let pending: Notification | undefined

/** Reads the link from the URL and removes it before the router starts. */
export function receiveDeepLink(
  page: Pick<Window, 'location' | 'history'>,
  nowMs = Date.now(),
): void {
  const url = new URL(page.location.href)
  if (!url.searchParams.has(PARAMETER)) return
  const notification = parseNotification(url.searchParams.get(PARAMETER))
  pending = notification && isStillValid(notification, nowMs) ? notification : undefined
  url.searchParams.delete(PARAMETER)
  page.history.replaceState(page.history.state, '', url)
}

/** Stores a notification that was tapped while the app is open, for the code that follows it. */
export function storeDeepLink(notification: Notification): void {
  pending = notification
}

/** Returns the target of the link once; undefined if there is none or it has expired. */
export function takeDeepLink(nowMs = Date.now()): string | undefined {
  const notification = pending
  pending = undefined
  return notification && isStillValid(notification, nowMs) ? routeOf(notification) : undefined
}
