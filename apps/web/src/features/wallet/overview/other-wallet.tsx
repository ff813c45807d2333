import { injectedProvider, switchChain } from '#/features/wallet/chain/eip1193.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'

/** Switches another wallet in this browser to the network of the payment code. */
export function OtherWallet({ network }: { network: Network }) {
  const { t } = useTranslation('wallet')
  const { isBusy, run } = useBusy()
  const provider = injectedProvider()
  if (!provider) return null

  async function lead(to: NonNullable<typeof provider>): Promise<void> {
    try {
      await switchChain(to, network)
      showToast(t('receive.switched', { network: network.name }), { tone: 'done' })
    } catch {
      // The member declined, or the wallet accepts no networks; its own window showed the reason.
      showToast(t('receive.notSwitched'), { tone: 'attention' })
    }
  }

  return (
    <Button variant="quiet" isBusy={isBusy} onClick={() => void run(() => lead(provider))}>
      {t('receive.switch', { network: network.name })}
    </Button>
  )
}
