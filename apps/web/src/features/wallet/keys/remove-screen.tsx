import { useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { useWallet, whileChangingWallet } from '#/features/wallet/device/store.ts'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import styles from './reveal-screen.module.css'

type RemoveScreenProps = {
  userId: string
  address: string
  back: { label: string; onPress: () => void }
  /** Whether the right PIN was entered. */
  confirm: () => Promise<boolean>
  onRemoved: () => void
}

/** From this phone only: the account keeps the address. */
export function RemoveScreen({ userId, address, back, confirm, onRemoved }: RemoveScreenProps) {
  const { t } = useTranslation('wallet')
  const [problem, setProblem] = useState<string>()
  const form = useForm({ agreed: false }, ({ agreed }) => ({
    agreed: agreed ? undefined : t('remove.agreeNeeded'),
  }))

  async function remove(): Promise<void> {
    setProblem(undefined)
    if (!(await confirm())) return
    try {
      await whileChangingWallet(async () => {
        await vault.erase(userId)
        useWallet.setState({ local: undefined })
      })
      onRemoved()
    } catch (cause) {
      setProblem(problemText(cause, t))
    }
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('remove.title')} />}
      onSubmit={form.submit(remove)}
      dock={
        <Button type="submit" look="quiet" isBusy={form.isBusy}>
          {t('remove.action')}
        </Button>
      }
    >
      <div className={styles.page}>
        <h2 className={text.headline}>{t('remove.headline')}</h2>
        <p className={text.soft}>{t('remove.text', { address: shortAddress(address) })}</p>
        <Notice>{t('remove.need')}</Notice>
        <Checkbox binding={form.check('agreed')}>{t('remove.agree')}</Checkbox>
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
    </Screen>
  )
}
