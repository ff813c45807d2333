import { accountEndpoints } from '@solstice/contract/account.endpoints'
import { LATEST } from '@solstice/contract/cursor'
import { languageEndpoints } from '@solstice/contract/language.endpoints'
import { referralEndpoints } from '@solstice/contract/referral.endpoints'
import { sessionEndpoints } from '@solstice/contract/session.endpoints'
import { usersEndpoints } from '@solstice/contract/users.endpoints'
import type { Language } from '@solstice/contract/messages'
import type { CallInput } from '@solstice/contract/wire'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { nextCursor } from '#/lib/next-cursor.ts'

/** The languages of the server; until they are loaded, the app uses the names it knows. */
export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: async ({ signal }) =>
    (await call(languageEndpoints['language.list'], {}, { signal })).list,
  staleTime: Infinity,
})

/** The profile and the preferences of the member. */
export const memberQuery = queryOptions({
  queryKey: ['member'],
  queryFn: async ({ signal }) => {
    const [me, profile] = await Promise.all([
      call(usersEndpoints['users.me'], {}, { signal }),
      call(usersEndpoints['users.profile'], {}, { signal }),
    ])
    return { ...profile, ...me }
  },
})

export const referralQuery = queryOptions({
  queryKey: ['referral'],
  queryFn: ({ signal }) => call(referralEndpoints['referral.mine'], {}, { signal }),
})

/** The members who signed up with this member's code, newest first. */
export const inviteHistoryQuery = infiniteQueryOptions({
  queryKey: ['referral', 'history'],
  queryFn: ({ pageParam, signal }) =>
    call(referralEndpoints['referral.history'], { query: { before: pageParam } }, { signal }),
  initialPageParam: LATEST,
  getNextPageParam: nextCursor,
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await call(sessionEndpoints['session.list'], {}, { signal })).list,
})

export function checkNickname(nickname: string) {
  return call(usersEndpoints['users.checkNickname'], { query: { nickname } })
}

export function changeNickname(nickname: string) {
  return call(usersEndpoints['users.changeNickname'], { body: { nickname } })
}

export function changeLanguage(language: Language) {
  return call(usersEndpoints['users.changeProfile'], { body: { language } })
}

/** Sets the profile picture from a data URL; null removes it. */
export function setProfileImage(image: string | null) {
  return call(usersEndpoints['users.setProfileImage'], { body: { image } })
}

export function registerReferral(referralCode: string) {
  return call(referralEndpoints['referral.register'], { body: { referralCode } })
}

export function endOtherSessions() {
  return call(sessionEndpoints['session.endOthers'], {})
}

export function endSession(sessionId: string) {
  return call(sessionEndpoints['session.end'], { params: { sessionId } })
}

export function deleteAccount(body: CallInput<'account.delete'>['body'], pinToken: string) {
  return call(accountEndpoints['account.delete'], { body }, { pinToken })
}
