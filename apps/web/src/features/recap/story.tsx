import { useEffect, useRef, useState } from 'react'
import type { ComponentType, PointerEvent } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import skip from '#/shell/skip-link.module.css'
import { Avatar } from '#/ui/avatar.tsx'
import { Button } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import type { Recap, RecapFrame } from './api.ts'
import { CloseButton } from './close-button.tsx'
import { DaysFrame } from './days-frame.tsx'
import { GainsFrame } from './gains-frame.tsx'
import { PlaceFrame } from './place-frame.tsx'
import { sentencesOf } from './recap-texts.ts'
import styles from './story.module.css'
import { TiersFrame } from './tiers-frame.tsx'

const FRAMES: Record<RecapFrame, ComponentType<{ recap: Recap }>> = {
  days: DaysFrame,
  tiers: TiersFrame,
  place: PlaceFrame,
  gains: GainsFrame,
}

/** A press that is held for longer pauses the story and moves to no other frame. */
const HOLD_MS = 300
const SWIPE_PX = 40

type StoryProps = { recap: Recap; avatarSeed: string; onShare: () => void; onClose: () => void }

/**
 * Shows the frames one after another. The animation of the current segment decides when the next one
 * follows, so that a held story and reduced motion need no timer.
 */
export function Story({ recap, avatarSeed, onShare, onClose }: StoryProps) {
  const { t } = useTranslation('recap')
  const [at, setAt] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const press = useRef({ atMs: 0, x: 0 })
  const isMoved = useRef(false)
  const { frames } = recap
  const last = frames.length - 1
  const frame = frames[at] ?? 'tiers'
  const Shown = FRAMES[frame]
  const move = (by: number) => setAt((now) => Math.min(last, Math.max(0, now + by)))

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
      if (event.key === 'ArrowRight') setAt((now) => Math.min(last, now + 1))
      if (event.key === 'ArrowLeft') setAt((now) => Math.max(0, now - 1))
      // A focused button handles the space bar itself.
      const isOnPage = event.target === document.body
      if (event.key === ' ' && isOnPage) setPaused((is) => !is)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [last, onClose])

  function begin(event: PointerEvent): void {
    press.current = { atMs: event.timeStamp, x: event.clientX }
    isMoved.current = false
    setHeld(true)
  }

  function end(event: PointerEvent): void {
    setHeld(false)
    const dx = event.clientX - press.current.x
    const isSwipe = Math.abs(dx) > SWIPE_PX
    // The click that follows a swipe or a long press means nothing.
    isMoved.current = isSwipe || event.timeStamp - press.current.atMs > HOLD_MS
    if (isSwipe) move(dx < 0 ? 1 : -1)
  }

  function tap(by: number): void {
    if (!isMoved.current) move(by)
    isMoved.current = false
  }

  return (
    <>
      <ol className={text.unseen} aria-label={t('frames')}>
        {frames.map((each) => (
          <li key={each}>
            {sentencesOf(t, recap, each).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </li>
        ))}
      </ol>
      <button type="button" className={skip.skip} onClick={onShare}>
        {t('share')}
      </button>
      <div className={classNames(styles.head, (isHeld || isPaused) && styles.held)}>
        <div
          className={styles.segments}
          aria-hidden="true"
          onAnimationEnd={() => {
            if (at < last) move(1)
          }}
        >
          {frames.map((each, index) => (
            <i
              // A frame that is shown again begins its segment again.
              key={index === at ? `${each} now` : each}
              className={classNames(index < at && styles.done, index === at && styles.now)}
            />
          ))}
        </div>
        <div className={styles.bar}>
          <Avatar seed={avatarSeed} size={24} />
          <p className={classNames(text.small, text.strong, styles.owner)}>
            {t('owner', { name: recap.nickname, season: recap.title })}
          </p>
          <CloseButton onClose={onClose} />
        </div>
      </div>
      <div
        className={classNames(styles.stage, at === last && styles.docked)}
        aria-hidden="true"
        data-frame={frame}
      >
        <Shown key={frame} recap={recap} />
      </div>
      <div
        className={styles.zones}
        onPointerDown={begin}
        onPointerUp={end}
        onPointerCancel={() => setHeld(false)}
        // A mouse may be released outside of the zones.
        onPointerLeave={() => setHeld(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <button type="button" aria-label={t('previous')} onClick={() => tap(-1)} />
        <button type="button" aria-label={t('next')} onClick={() => tap(1)} />
      </div>
      {at === last && (
        <div className={styles.dock}>
          <Button variant="plain" onClick={onShare}>
            {t('share')}
          </Button>
        </div>
      )}
    </>
  )
}
