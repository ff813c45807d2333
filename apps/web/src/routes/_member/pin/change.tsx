import { createFileRoute, useRouter } from '@tanstack/react-router'
import { loadTexts, useTranslation } from '#/lib/i18n.ts'
import { useAuth } from '#/features/auth/store.ts'
import { ChangeScreen } from '#/features/pin/change-screen.tsx'
import { showToast } from '#/lib/toast.ts'
import { useBack } from '#/shell/use-back.ts'
import { findWallet, vault } from '#/vault/vault.ts'
import type { PinKey } from '#/vault/vault.ts'

export const Route = createFileRoute('/_member/pin/change')({
  loader: () => loadTexts('pin'),
  component: Change,
})

function Change() {
  const { t } = useTranslation('pin')
  const { history } = useRouter()
  const back = useBack()
  const { loseSession, noteMember } = useAuth.getState()
  return (
    <ChangeScreen
      back={back}
      onNewKey={wrapUnderNewPin}
      onChanged={(pinKeyId) => {
        void removeOldPinWraps(pinKeyId)
        showToast(t('change.done'), { tone: 'done' })
        history.replace('/more/my-page')
      }}
      onLocked={(cause) => void loseSession(cause)}
      onNotSet={() => {
        noteMember({ hasPin: false })
        history.replace('/pin/required-setup')
      }}
    />
  )
}

/**
 * Adds a wrap beside the old one before the new PIN takes effect, so that a crash at any step
 * leaves a wrap that opens.
 */
async function wrapUnderNewPin(old: PinKey, next: PinKey): Promise<void> {
  const userId = useAuth.getState().user?.id ?? ''
  const wallet = await findWallet(userId)
  if (!wallet?.pinKeys.some(({ pinKeyId }) => pinKeyId === old.pinKeyId)) return
  // Pass copies, because the vault takes ownership of a key and the member may have to choose
  // again.
  const opening = { kind: 'pin', pinKeyId: old.pinKeyId, key: old.key.slice() } as const
  await vault.addPinWrap(userId, opening, { ...next, key: next.key.slice() })
}

async function removeOldPinWraps(pinKeyId: string): Promise<void> {
  const userId = useAuth.getState().user?.id ?? ''
  if (await findWallet(userId)) await vault.keepPinWrap(userId, pinKeyId)
}
