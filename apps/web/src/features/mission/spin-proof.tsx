import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import { cardClass } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tile } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import { FairSheet } from './fair-sheet.tsx'
import styles from './spin-proof.module.css'
import { isDrawFair } from './verify-draw.ts'
import type { Prize } from './wheel-geometry.ts'

type SpinProofProps = {
  xp: number
  prizes: Prize[]
  prizeIndex: number
  proof: Parameters<typeof isDrawFair>[0]['proof']
}

/** A spin of long ago, drawn once more on this phone. */
export function SpinProof({ xp, prizes, prizeIndex, proof }: SpinProofProps) {
  const { t } = useTranslation('mission')
  const [isOpen, setOpen] = useState(false)
  const isFair = prizes[prizeIndex]?.xp === xp && isDrawFair({ prizes, prizeIndex, proof })
  return (
    <>
      <button
        type="button"
        className={classNames(cardClass, styles.proof)}
        onClick={() => setOpen(true)}
      >
        <Tile>
          <Icon name={isFair ? 'shield' : 'alert'} size={20} />
        </Tile>
        <span className={styles.words}>
          <span className={text.strong}>{t(isFair ? 'fair.title' : 'fair.titleUnfair')}</span>
          <span className={classNames(text.small, text.soft)}>{t('fair.see')}</span>
        </span>
        <Icon name="next" size={20} />
      </button>
      <FairSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        result={{ xp, prizes, proof, isFair }}
      />
    </>
  )
}
