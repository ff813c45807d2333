import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import { FairSheet } from './fair-sheet.tsx'
import styles from './spin-proof.module.css'
import { verifyDraw } from './verify-draw.ts'

type SpinProofProps = Parameters<typeof verifyDraw>[0]

/** Repeats the draw of an earlier spin on this device. */
export function SpinProof(draw: SpinProofProps) {
  const { t } = useTranslation('mission')
  const [isOpen, setOpen] = useState(false)
  const verdict = verifyDraw(draw)
  return (
    <>
      <button
        type="button"
        className={classNames(cardClass, styles.proof)}
        onClick={() => setOpen(true)}
      >
        <Tile>
          <Icon name={verdict === 'fair' ? 'shield' : 'alert'} size={20} />
        </Tile>
        <span className={styles.text}>
          <span className={text.strong}>{t(`fair.title.${verdict}`)}</span>
          <span className={classNames(text.small, text.soft)}>{t('fair.see')}</span>
        </span>
        <Icon name="next" size={20} />
      </button>
      <FairSheet isOpen={isOpen} onClose={() => setOpen(false)} result={{ ...draw, verdict }} />
    </>
  )
}
