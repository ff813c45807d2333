import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { usePasskey } from '#/features/passkey/store.ts'
import { pinCalls } from '#/features/pin/api.ts'
import { promptForPinEntry } from '#/features/pin/prompt-for-pin.ts'
import { ForgotScreen } from '#/features/pin/forgot-screen.tsx'
import type { WayIn } from '#/features/pin/forgot-screen.tsx'
import { forgotPinCase } from '#/features/pin/forgot-pin.ts'
import type { ForgotPinCase } from '#/features/pin/forgot-pin.ts'
import type { PinTriesState } from '#/features/pin/upcoming-tries.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { listSetAside } from '#/features/wallet/device/set-aside.ts'
import { ImportScreen } from '#/features/wallet/keys/import-screen.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { useBack } from '#/shell/use-back.ts'
import { findWallet, vault } from '#/vault/vault.ts'
import type { WalletFacts } from '#/vault/vault.ts'
import { walletOpener } from './-open-wallet.ts'

type Found = {
  wallet: WalletFacts | undefined
  pinKind: ForgotPinCase
  tries: PinTriesState | undefined
}

/**
 * Determines which PIN the member forgot and how many tries it has; values that the server does not
 * return are omitted.
 */
async function readForgotPinState(userId: string, isCurrentRequested: boolean): Promise<Found> {
  const wallet = await findWallet(userId).catch(() => undefined)
  const current = await pinCalls.state().catch(() => undefined)
  const sealedUnder = wallet?.pinKeys.map(({ pinKeyId }) => pinKeyId)
  const currentId = current?.pinKeyId ?? undefined
  const hasSetAside = listSetAside(userId, monotonicServerNow()).length > 0
  const pinKind = forgotPinCase({ sealedUnder, currentId, hasSetAside, isCurrentRequested })
  const keyId = pinKind === 'previous' ? sealedUnder?.at(-1) : currentId
  const tries = keyId === undefined ? undefined : await readTries(keyId)
  return { wallet, tries, pinKind }
}

async function readTries(pinKeyId: string): Promise<PinTriesState | undefined> {
  try {
    const { triesUsed, triesLeft, retryAt, retired } = await pinCalls.tries(pinKeyId)
    const retryAtMs = retryAt === null ? undefined : Date.parse(retryAt)
    return { triesUsed, triesLeft, retryAtMs, isRetired: retired }
  } catch {
    return undefined
  }
}

/**
 * The lock and most prompts require the current PIN; a wallet may still be sealed under an earlier
 * one.
 */
export function ForgotPin() {
  const isPromptForCurrent = useLocation({
    select: ({ searchStr }) => searchStr === '?pin=current',
  })
  const isLocked = useAuth((state) => state.phase === 'locked')
  const isCurrentRequested = isLocked || isPromptForCurrent
  return (
    <ForgotPinOptions key={String(isCurrentRequested)} isCurrentRequested={isCurrentRequested} />
  )
}

function ForgotPinOptions({ isCurrentRequested }: { isCurrentRequested: boolean }) {
  const { t } = useTranslation(['wallet', 'pin'])
  const { history } = useRouter()
  const back = useBack()
  const userId = useAuth((state) => state.user?.id ?? '')
  const passkey = usePasskey((state) => state.passkey)
  const [found, setFound] = useState<Found>()
  const [way, setWay] = useState<'phrase' | 'file'>()

  useEffect(() => {
    void readForgotPinState(userId, isCurrentRequested).then(setFound)
  }, [userId, isCurrentRequested])

  if (!found) return <LoadingScreen />
  const { wallet, pinKind, tries } = found
  if (way && wallet) {
    return (
      <ImportScreen
        userId={userId}
        registered={wallet.address}
        firstWay={way}
        back={{ ...back, onPress: () => setWay(undefined) }}
        opener={walletOpener}
      />
    )
  }

  /** Opens the wallet with the passkey and adds the current PIN to its keys. */
  async function openByPasskey(): Promise<string | undefined> {
    if (!passkey) return undefined
    if (pinKind !== 'previous') {
      history.push(useAuth.getState().phase === 'locked' ? '/pin/unlock' : '/wallet/reveal-seed')
      return undefined
    }
    try {
      const opening = await vault.openWithPasskey(passkey)
      const entered = opening && (await promptForPinEntry('WALLET_USE'))
      if (!entered) return undefined
      await vault.addPinWrap(userId, opening, entered.pin)
      await vault.keepPinWrap(userId, entered.pin.pinKeyId)
      showToast(t('pin:forgot.done'), { tone: 'done' })
      history.replace('/wallet')
      return undefined
    } catch (cause) {
      const isPasskey = cause instanceof DOMException
      return isPasskey ? t('pin:forgot.passkeyFailed') : problemText(cause, t)
    }
  }

  async function take(chosen: WayIn): Promise<string | undefined> {
    if (chosen === 'passkey') return openByPasskey()
    setWay(chosen)
    return undefined
  }

  return (
    <ForgotScreen
      back={back}
      forgotPin={pinKind}
      hasPasskey={passkey !== undefined && wallet?.passkeys.includes(passkey.credentialId) === true}
      tries={tries}
      onWay={take}
    />
  )
}
