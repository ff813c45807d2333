import { authEndpoints } from '@solstice/contract/auth.endpoints'
import { usersEndpoints } from '@solstice/contract/users.endpoints'
import type { Language } from '@solstice/contract/messages'
import { followAccount, translate } from '#/lib/i18n.ts'
import { call } from '#/lib/api.ts'
import { runSignOutTasks } from '#/lib/sign-out.ts'
import { deviceStorage, sessionMemory } from '#/lib/storage.ts'
import { showToast } from '#/lib/toast.ts'
import { createAuthStore } from './create-auth-store.ts'

export const useAuth = createAuthStore({
  fetchMember: () => call(usersEndpoints['users.me'], {}),
  endSession: () => call(authEndpoints['auth.logout'], {}),
  // A language that could not be saved is sent again at the next log-in or start.
  followLanguage: ({ language }) => followAccount(language, saveLanguage).catch(() => undefined),
  device: deviceStorage,
  session: sessionMemory,
  clearMemberData: runSignOutTasks,
  toast: (message, options) => showToast(message, { tone: 'attention', ...options }),
  text: (key) => translate(`auth:session.${key}`),
})

function saveLanguage(language: Language) {
  return call(usersEndpoints['users.changeProfile'], { body: { language } })
}
