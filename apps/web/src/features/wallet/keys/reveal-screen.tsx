import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import type { Revealed } from '#/vault/vault.ts'
import { RevealCover, WordGrid } from './reveal-cover.tsx'
import styles from './reveal-screen.module.css'

type RevealScreenProps = {
  userId: string
  /** The record of a copy that is no longer in the database. */
  record?: unknown
  back: { label: string; onPress: () => void }
  opener: WalletOpener
}

const POINTS = [
  { name: 'alone', icon: 'eye-off' },
  { name: 'paper', icon: 'edit' },
] as const

/** Shows the phrase after the PIN or passkey, and only while it is uncovered. */
export function RevealScreen({ userId, record, back, opener }: RevealScreenProps) {
  const { t } = useTranslation('wallet')
  // A ref instead of state, because nothing is rendered before the member uncovers it.
  const revealed = useRef<Revealed>(undefined)
  const [kind, setKind] = useState<Revealed['kind']>()
  const [count, setCount] = useState<number>()
  const [hasPasskey, setHasPasskey] = useState(false)
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
  }, [opener])

  // Clear the secret when the window loses focus or the page is hidden, so that it has to be opened
  // again.
  useEffect(() => {
    const clear = () => {
      revealed.current = undefined
      setKind(undefined)
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') clear()
    }
    window.addEventListener('blur', clear)
    window.addEventListener('pagehide', clear)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clear()
      window.removeEventListener('blur', clear)
      window.removeEventListener('pagehide', clear)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [])

  async function show(open: WalletOpener['byPin']): Promise<void> {
    setProblem(undefined)
    try {
      let early: Promise<Revealed | undefined> | undefined
      const opening = await open((likely) => {
        early = vault.reveal(userId, likely, record).catch(() => undefined)
      })
      if (!opening) return
      const opened = (await early) ?? (await vault.reveal(userId, opening, record))
      revealed.current = opened
      // Render immediately, so that the prompt closes onto the words and not onto the previous
      // step.
      flushSync(() => {
        if (opened.kind === 'phrase') setCount(opened.words.length)
        setKind(opened.kind)
      })
    } catch (cause) {
      const isPasskey = cause instanceof DOMException
      setProblem(isPasskey ? t('problem.passkeyFailed') : problemText(cause, t))
    }
  }

  const title = t(kind === 'key' ? 'reveal.keyTitle' : 'reveal.title')
  const header = <ScreenHeader back={back} title={title} />
  if (kind !== undefined) {
    return (
      <Screen header={header} dock={<Button onClick={back.onPress}>{t('reveal.done')}</Button>}>
        <div className={styles.page}>
          <p className={text.soft}>{t(kind === 'key' ? 'reveal.keyText' : 'reveal.text')}</p>
          <RevealCover
            labels={{
              show: t(kind === 'key' ? 'reveal.showKey' : 'create.show'),
              hide: t(kind === 'key' ? 'reveal.hideKey' : 'create.hide'),
            }}
            load={async () => revealed.current}
            placeholder={
              kind === 'key' ? (
                <p className={styles.key}>••••</p>
              ) : (
                <WordGrid words={undefined} {...(count && { count })} />
              )
            }
          >
            {(shown) =>
              shown?.kind === 'phrase' ? (
                <WordGrid words={shown.words} />
              ) : (
                <p className={styles.key}>{shown?.privateKey}</p>
              )
            }
          </RevealCover>
        </div>
      </Screen>
    )
  }
  return (
    <Screen
      header={header}
      dock={
        <>
          <Button
            isBusy={isBusy}
            onClick={() => void run(() => show(hasPasskey ? opener.byPasskey : opener.byPin))}
          >
            {hasPasskey ? <Glyph name="finger" size={20} /> : <Icon name="lock" size={20} />}
            {t(hasPasskey ? 'reveal.showPasskey' : 'reveal.show')}
          </Button>
          {hasPasskey && (
            <Button variant="text" onClick={() => void run(() => show(opener.byPin))}>
              {t('send.usePin')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.page}>
        <h2 className={text.headline}>{t('reveal.headline')}</h2>
        <p className={text.soft}>{t('reveal.text')}</p>
        <ul className={styles.points}>
          {POINTS.map(({ name, icon }) => (
            <li key={name}>
              <ScreenIcon name={icon} size={20} />
              {t(`reveal.points.${name}`)}
            </li>
          ))}
        </ul>
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
    </Screen>
  )
}
