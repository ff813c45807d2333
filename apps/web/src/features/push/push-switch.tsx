import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useAction } from '#/lib/use-action.ts'
import { SwitchRow } from '#/ui/switch.tsx'
import { failureOf } from './failure.ts'
import { getPushClient } from './push.ts'

/** Turns notifications on this device on or off; the alert settings select which ones. */
export function PushSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation('notice')
  const [isOn, setOn] = useState(() => getPushClient().isEnabled())
  const state = stateOf(isOn)

  const { run: turn, isBusy } = useAction({
    call: async (nextOn: boolean) => {
      // The switch follows the finger and returns when the change fails.
      setOn(nextOn)
      try {
        await (nextOn ? getPushClient().subscribe(userId) : getPushClient().unsubscribe())
        getPushClient().notePromptShown()
      } finally {
        setOn(getPushClient().isEnabled())
      }
    },
    texts: {
      failed: (error) => {
        const { name, reason } = failureOf(error)
        return t(`test.failed.${name}`, { reason })
      },
    },
  })

  return (
    <SwitchRow
      label={t('settings.push.label')}
      note={t(`settings.push.${state}`)}
      isOn={isOn}
      isDisabled={isBusy || state === 'unsupported' || state === 'denied'}
      onChange={(nextOn) => void turn(nextOn)}
    />
  )
}

function stateOf(isOn: boolean): 'on' | 'off' | 'denied' | 'unsupported' {
  if (!getPushClient().isSupported()) return 'unsupported'
  if (getPushClient().permission() === 'denied') return 'denied'
  return isOn ? 'on' : 'off'
}
