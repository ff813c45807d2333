import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { DIGITS } from './pin-digits.ts'
import type { PadKey } from './pin-digits.ts'
import styles from './pin-pad.module.css'

/** The duration of the haptic feedback, on devices that support it. */
const TAP_MS = 12

export function PinPad({ onPress, isBusy }: { onPress: (key: PadKey) => void; isBusy: boolean }) {
  const { t } = useTranslation('pin')

  function pressed(key: PadKey): void {
    navigator.vibrate?.(TAP_MS)
    onPress(key)
  }

  return (
    <div className={styles.pad} role="group" aria-label={t('pad')}>
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={classNames(styles.key, text.title, text.number, digit === '0' && styles.zero)}
          aria-disabled={isBusy || undefined}
          onClick={() => pressed(digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className={classNames(styles.key, styles.bare)}
        aria-label={t('erase')}
        aria-disabled={isBusy || undefined}
        onClick={() => pressed('erase')}
      >
        <Icon name="erase" />
      </button>
    </div>
  )
}
