import { translate } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import text from '#/ui/text.module.css'
import { REFRESH_THRESHOLD_PX, pullGesture } from './pull-gesture.ts'
import { pullOutcome } from './pull-outcome.ts'
import styles from './pull-to-refresh.module.css'

/** Refetches everything that the screen shows, and returns true if all of it was answered. */
async function refetchActive(): Promise<boolean> {
  const { queryClient } = await import('#/lib/query-client.ts')
  // Invalidate the queries, so that those that are read only when due are read too.
  await queryClient.invalidateQueries({ type: 'active' })
  const active = queryClient.getQueryCache().findAll({ type: 'active' })
  return active.every(({ state }) => state.status !== 'error' && state.fetchStatus !== 'paused')
}

/**
 * Lets members pull the tab screens down to refresh them. It loads after the first screen and
 * renders its own indicator, so that screens need no code for it.
 */
export function pullToRefresh(page: Document): void {
  const { indicator, status } = appendIndicator(page)
  let isRefreshing = false

  async function refresh(): Promise<void> {
    isRefreshing = true
    indicator.dataset['state'] = 'busy'
    status.textContent = translate('shell:refresh.busy')
    const outcome = await pullOutcome(refetchActive())
    isRefreshing = false
    delete indicator.dataset['state']
    status.textContent = outcome === 'done' ? translate('shell:refresh.done') : ''
    if (outcome === 'done') return
    const isSlow = outcome === 'slow'
    showToast(translate(isSlow ? 'shell:refresh.slow' : 'shell:refresh.failed'), {
      tone: 'attention',
    })
  }

  const gesture = pullGesture({
    canPull: () => !isRefreshing && isTabAtTop(page),
    onPull: (byPx) => {
      indicator.style.setProperty('--pull', String(byPx))
      indicator.style.setProperty('--share', String(Math.min(1, byPx / REFRESH_THRESHOLD_PX)))
    },
    onRefresh: () => void refresh(),
  })
  page.addEventListener('touchstart', (event) => gesture.down(touchPointsOf(event)), PASSIVE)
  page.addEventListener('touchmove', (event) => gesture.move(touchPointsOf(event)), PASSIVE)
  page.addEventListener('touchend', () => gesture.up(), PASSIVE)
  page.addEventListener('touchcancel', () => gesture.cancel(), PASSIVE)
}

const PASSIVE = { passive: true }

const touchPointsOf = ({ touches }: TouchEvent) =>
  Array.from(touches, ({ clientX: x, clientY: y }) => ({ x, y }))

/** Only the five tab roots have a tab bar. Sheets and overlays are dialogs. */
function isTabAtTop(page: Document): boolean {
  const isCovered = page.querySelector('dialog[open], [aria-modal="true"]') !== null
  return (
    !isCovered &&
    page.querySelector('[data-tab-bar]') !== null &&
    (page.defaultView?.scrollY ?? 0) <= 0 &&
    // A member who has zoomed in pans the page.
    (page.defaultView?.visualViewport?.scale ?? 1) === 1
  )
}

function appendIndicator(page: Document) {
  const indicator = page.createElement('div')
  indicator.className = styles.indicator ?? ''
  indicator.dataset['pullIndicator'] = ''
  const ring = page.createElement('span')
  ring.className = styles.ring ?? ''
  const status = page.createElement('span')
  status.className = text.unseen ?? ''
  status.setAttribute('role', 'status')
  indicator.append(ring, status)
  page.body.append(indicator)
  return { indicator, status }
}
