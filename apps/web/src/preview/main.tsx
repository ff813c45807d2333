import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PreviewRequest } from '@solstice/contract/season-preview'
import { useAuth } from '#/features/auth/store.ts'
import { connectSession, replaceNetwork } from '#/lib/api.ts'
import { chooseLanguage, loadTexts, startI18n } from '#/lib/i18n.ts'
import { loadQueries } from '#/lib/loaded-queries.ts'
import { queryClient } from '#/lib/query-client.ts'
import { createAppRouter } from '#/router.tsx'
import { ErrorBoundary } from '#/shell/errors/error-boundary.tsx'
import { createPreviewGuard } from './preview-guard.ts'
import { PREVIEW_MEMBER } from './preview-member.ts'
import { screenPath } from './preview-screens.ts'
import { previewState, type PreviewState } from './preview-state.ts'
import { receiveRequests, sendReply } from './receive.ts'
import { showMe } from './replies/account.ts'
import { createResponder } from './responder.ts'
import { untilDrawn } from './until-drawn.ts'
import '@solstice/ui/tokens.css'
import '@solstice/ui/fonts.css'
import '#/ui/base.css'
import './preview.css'

let state: PreviewState | undefined
let shown: PreviewRequest | undefined

// A sandboxed frame throws on this property; the app then waits for a worker for ever, as intended.
Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
replaceNetwork(
  createResponder(() => {
    if (!state) throw new Error('The preview has received no draft')
    return state
  }),
)
connectSession({
  memberId: () => String(PREVIEW_MEMBER.userId),
  isSignedOut: () => true,
  onSessionLost: async () => {},
})

const startPath = () => (shown ? screenPath(shown.screen, shown.seasonId) : '/rewards')
const history = createMemoryHistory({ initialEntries: ['/rewards'] })
const router = createAppRouter(history, createPreviewGuard(startPath))
const container = document.getElementById('root')
const root = container && createRoot(container)

/** Screens read the time when they are mounted, so another day mounts them again. */
const clockOf = ({ seasonId, phase, day, tier }: PreviewRequest) =>
  [seasonId, phase, day, tier].join(' ')

async function show(request: PreviewRequest): Promise<void> {
  const before = shown
  shown = request
  state = previewState(request, { base: import.meta.env.BASE_URL, clockMs: () => Date.now() })
  if (!before) await start(request)
  else if (before.language !== request.language) await chooseLanguage(request.language)
  // A later request has arrived meanwhile and draws itself.
  if (shown !== request) return
  const path = screenPath(request.screen, request.seasonId)
  if (!before || path !== screenPath(before.screen, before.seasonId)) history.replace(path)
  root?.render(
    <StrictMode>
      <ErrorBoundary key={clockOf(request)}>
        <RouterProvider router={router} />
      </ErrorBoundary>
    </StrictMode>,
  )
  await queryClient.invalidateQueries()
  await untilDrawn(queryClient)
  if (shown !== request) return
  const { number, language } = request
  const missing = Array.from(state.missing)
  sendReply(window, { kind: 'preview-shown', number, language, missing })
}

/** Signs the sample member in, without a session or anything of this device. */
async function start({ language }: PreviewRequest): Promise<void> {
  await Promise.all([startI18n(), loadQueries(), loadTexts('season', 'mission', 'shop')])
  await chooseLanguage(language)
  await useAuth.getState().login({ member: showMe({ language }) })
}

receiveRequests(window, (request) => void show(request))
sendReply(window, { kind: 'preview-ready' })
