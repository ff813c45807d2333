import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './scan-sheet.module.css'

const SCAN_INTERVAL_MS = 150
const WIDEST = 640

/** Reads one code with the camera. The images stay in this page and are never stored. */
export function ScanSheet(props: { onClose: () => void; onRead: (code: string) => void }) {
  const { t } = useTranslation('wallet')
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const found = useEffectEvent((code: string) => {
    props.onClose()
    props.onRead(code)
  })

  useEffect(() => {
    const ending = new AbortController()
    watch(video, ending.signal)
      .then((code) => code !== undefined && found(code))
      .catch(() => setRefused(true))
    return () => ending.abort()
  }, [])

  return (
    <Sheet isOpen onClose={props.onClose} title={t('scan.title')}>
      {isRefused ? (
        <p className={text.soft} role="alert">
          {t('scan.noCamera')}
        </p>
      ) : (
        <>
          <div className={styles.frame}>
            <video ref={video} className={styles.video} playsInline muted />
          </div>
          <p className={text.soft}>{t('scan.text')}</p>
        </>
      )}
    </Sheet>
  )
}

async function watch(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<string | undefined> {
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  })
  try {
    const { default: readCode } = await import('jsqr')
    if (!video.current || signal.aborted) return undefined
    video.current.srcObject = camera
    await video.current.play()
    while (!signal.aborted) {
      const picture = captureFrame(video.current)
      const code = picture && readCode(picture.data, picture.width, picture.height)?.data
      if (code) return code
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
    }
    return undefined
  } finally {
    for (const track of camera.getTracks()) track.stop()
  }
}

function captureFrame(video: HTMLVideoElement): ImageData | undefined {
  if (video.videoWidth === 0) return undefined
  const scale = Math.min(1, WIDEST / video.videoWidth)
  const width = Math.round(video.videoWidth * scale)
  const height = Math.round(video.videoHeight * scale)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height)
}
