import type { CallData } from '@solstice/contract/wire'
import { PREVIEW_MEMBER } from '#/preview/preview-member.ts'
import type { PreviewState } from '#/preview/preview-state.ts'

export function showMe({ language }: Pick<PreviewState, 'language'>): CallData<'users.me'> {
  const { userId, email, nickname } = PREVIEW_MEMBER
  return { userId, email, nickname, walletAddress: null, hasPin: true, language }
}

export function showProfile({ language }: PreviewState): CallData<'users.profile'> {
  const { email, nickname } = PREVIEW_MEMBER
  return { walletAddress: null, nickname, email, language, profileImageUrl: null }
}
