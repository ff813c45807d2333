import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { SwitchRow } from '#/ui/switch.tsx'
import { failureOf } from './failure.ts'
import { pushOfDevice } from './push.ts'

/** Whether this device rings; what of, is chosen in the settings of alerts. */
export function PushSwitch({ userId }: { userId: string }) {
  const { t } = useTranslation('notice')
  const [isOn, setOn] = useState(() => pushOfDevice().isEnabled())
  const [isBusy, setBusy] = useState(false)
  const state = stateOf(isOn)

  async function turn(wanted: boolean): Promise<void> {
    // The thumb follows the finger; it goes back where it cannot stay.
    setOn(wanted)
    setBusy(true)
    try {
      await (wanted ? pushOfDevice().subscribe(userId) : pushOfDevice().unsubscribe())
      pushOfDevice().noteAsked()
    } catch (cause) {
      const failure = failureOf(cause)
      showToast(t(`test.failed.${failure.name}`, { reason: failure.reason }), {
        tone: 'attention',
      })
    } finally {
      setOn(pushOfDevice().isEnabled())
      setBusy(false)
    }
  }

  return (
    <SwitchRow
      label={t('settings.push.label')}
      note={t(`settings.push.${state}`)}
      isOn={isOn}
      isDisabled={isBusy || state === 'unsupported' || state === 'denied'}
      onChange={(wanted) => void turn(wanted)}
    />
  )
}

function stateOf(isOn: boolean): 'on' | 'off' | 'denied' | 'unsupported' {
  if (!pushOfDevice().isSupported()) return 'unsupported'
  if (pushOfDevice().permission() === 'denied') return 'denied'
  return isOn ? 'on' : 'off'
}
