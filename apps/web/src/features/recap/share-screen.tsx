import { useEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { downloadFile, saveFile } from '#/lib/save-file.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Row, Rows } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import type { Recap } from './api.ts'
import { pictureOf, textsOf } from './picture.ts'
import { renderPicture } from './render-picture.ts'
import styles from './share-screen.module.css'

const FILE_NAME = 'solstice-season.png'

/** An iPhone saves pictures through its share sheet only; everywhere else it is a download. */
function savePicture(file: File): void {
  if ('standalone' in navigator) void saveFile(file)
  else downloadFile(file)
}

/** Lets the member choose what the picture shows, and hands it to the share sheet or the photos. */
export function ShareScreen({ recap, onClose }: { recap: Recap; onClose: () => void }) {
  const { t } = useTranslation('recap')
  const [showsName, setShowsName] = useState(false)
  const [showsEarned, setShowsEarned] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File>()
  const picture = useMemo(
    () => pictureOf(t, recap, { showsName, showsEarned }),
    [t, recap, showsName, showsEarned],
  )
  const { rounds } = recap
  const amount = formatShortAmount(rounds.earned)

  // Drawn in advance, because a share sheet may only be opened directly by a press.
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    const drawing = new AbortController()
    const { signal } = drawing
    setFile(undefined)
    const render = async () => {
      const blob = await renderPicture(target, picture, signal)
      if (!signal.aborted) setFile(new File([blob], FILE_NAME, { type: 'image/png' }))
    }
    render().catch(() => {
      if (!signal.aborted) showToast(t('sharing.failed'))
    })
    return () => drawing.abort()
  }, [picture, t])

  return (
    <Screen
      header={
        <ScreenHeader
          back={{ label: t('close'), onPress: onClose, icon: 'close' }}
          title={t('sharing.title')}
        />
      }
      dock={
        <>
          <Button isBusy={!file} onClick={() => file && void saveFile(file)}>
            <Icon name="share" size={20} />
            {t('sharing.share')}
          </Button>
          <Button variant="text" isBusy={!file} onClick={() => file && savePicture(file)}>
            {t('sharing.save')}
          </Button>
        </>
      }
    >
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={t('picture.alt', { texts: textsOf(picture).join(', ') })}
      />
      <Card variant="flush">
        <Rows>
          <Row>
            <SwitchRow label={t('sharing.name')} isOn={showsName} onChange={setShowsName} />
          </Row>
          {rounds.rewarded > 0 && (
            <Row>
              <SwitchRow
                label={t('sharing.earned')}
                note={t('gains.amount', { amount, symbol: rounds.symbol })}
                isOn={showsEarned}
                onChange={setShowsEarned}
              />
            </Row>
          )}
        </Rows>
      </Card>
      <p className={classNames(text.small, text.soft, styles.note)}>{t('sharing.note')}</p>
    </Screen>
  )
}
