import { currentLanguage } from '@solstice/ui/language.ts'
import { noteServerTime } from '@solstice/ui/time.ts'
import { isOwnCall } from './activity.ts'
import { createApiClient } from './api-client.ts'
import { noteReply, noteSessionLost } from './session-state.ts'

export const call = createApiClient({
  fetch: (input, init) => fetch(input, init),
  language: currentLanguage,
  isOwnCall: () => isOwnCall(Date.now()),
  onReply: (serverTime, isOwn) => {
    noteServerTime(serverTime, Date.now())
    if (!isOwn) noteReply(Date.now())
  },
  onSessionLost: noteSessionLost,
})
