import { PIN_LENGTH, isPin } from '@solstice/rules/pin'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { preparePinEntry } from './pin-client.ts'
import { keyTyped, press } from './pin-digits.ts'
import type { PadKey } from './pin-digits.ts'
import { PinPad } from './pin-pad.tsx'
import styles from './pin-panel.module.css'
import { PinStars } from './pin-stars.tsx'

/** The reason why an entry was not accepted. */
export type PinNote = {
  message: string
  /** The next step, on a separate line. */
  more?: string
  /** The same digits may be accepted later, so they are kept. */
  canRetry?: boolean
}

type PinPanelProps = {
  title: string
  children: ReactNode
  /** Called with the first digit. */
  onStarted?: () => void
  /** Checks six digits. Returns undefined when they were right and the screen continues. */
  onEntered: (pin: string) => Promise<PinNote | undefined> | PinNote | undefined
  /** The message shown before anything was entered here. */
  firstNote?: PinNote | undefined
  /** Shown below the pad. */
  footer?: ReactNode
  /** Set when the panel is in a dialog that is labelled by its title. */
  titleId?: string
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

const REFUSED_MS = [40, 60, 40]

export function PinPanel(props: PinPanelProps) {
  const { t } = useTranslation('pin')
  const [entered, setEntered] = useState('')
  const [note, setNote] = useState(props.firstNote)
  const [refusals, setRefusals] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isVerifying = useRef(false)

  async function verify(pin: string): Promise<void> {
    isVerifying.current = true
    const judged = props.onEntered(pin)
    // Starts the check before the last star is painted, because painting first would delay the
    // stretching of the PIN.
    await nextFrame()
    setEntered(pin)
    setBusy(true)
    setNote(undefined)
    const refused = await judged
    if (!refused) return
    isVerifying.current = false
    navigator.vibrate?.(REFUSED_MS)
    setBusy(false)
    setNote(refused)
    setRefusals((count) => count + 1)
    if (!refused.canRetry) setEntered('')
  }

  function pressed(key: PadKey): void {
    if (isVerifying.current) return
    const next = press(entered, key)
    if (next === entered) return
    // Loads while the other digits are entered.
    if (entered === '') {
      preparePinEntry()
      props.onStarted?.()
    }
    if (isPin(next)) return void verify(next)
    setEntered(next)
    setNote(undefined)
  }

  const typed = useEffectEvent((event: KeyboardEvent) => {
    const key = keyTyped(event)
    if (key === undefined) return
    if (key !== 'enter') return pressed(key)
    // Enter on a focused button activates that button.
    if (isVerifying.current || event.target instanceof HTMLButtonElement) return
    if (isPin(entered)) return void verify(entered)
    setNote({ message: t('problem.format') })
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => typed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <div className={styles.text}>
          <img className={styles.mark} src="/logo-mark.svg" alt="" width={56} height={52} />
          <h1 id={props.titleId} className={text.headline} tabIndex={-1}>
            {props.title}
          </h1>
          <p className={text.soft}>{props.children}</p>
        </div>
        <PinStars entered={entered.length} isBusy={isBusy} refusals={refusals} />
        <p className={text.unseen} role="status">
          {isBusy ? t('checking') : t('entered', { entered: entered.length, total: PIN_LENGTH })}
        </p>
        <div className={styles.note}>
          {note && (
            <p className={styles.refusal} role="alert">
              <Icon name="alert" size={16} />
              <span className={styles.lines}>
                <span>{note.message}</span>
                {note.more && <span className={text.small}>{note.more}</span>}
              </span>
            </p>
          )}
        </div>
      </div>
      <div>
        <PinPad onPress={pressed} isBusy={isBusy} />
        <div className={styles.footer}>
          {note?.canRetry ? (
            <Button variant="text" onClick={() => void verify(entered)}>
              {t('tryAgain')}
            </Button>
          ) : (
            props.footer
          )}
        </div>
      </div>
    </div>
  )
}
