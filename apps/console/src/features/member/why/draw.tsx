import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import text from '#/ui/text.module.css'
import type { OperatorExplanation } from '#/features/member/api.ts'
import styles from './why.module.css'

const PROOF = ['commitment', 'serverSeed', 'clientSeed', 'nonce', 'odds'] as const

/** Lists what anybody needs to compute a spin again, unshortened so that it can be copied. */
export function Draw({ inputs }: { inputs: OperatorExplanation['inputs'] }) {
  const { t } = useTranslation('why')
  const facts = PROOF.flatMap((name): Fact[] => {
    const value = inputs[name] ?? null
    if (value === null) return []
    const shown = (
      <code key={name} className={styles.proof}>
        {String(value)}
      </code>
    )
    return [[t(`drawInputs.${name}`), shown]]
  })
  if (facts.length === 0) return null
  return (
    <>
      <h3 className={styles.subtitle}>{t('draw')}</h3>
      <Facts look="left" facts={facts} />
      <p className={classNames(text.small, text.soft)}>{t('drawHelp')}</p>
    </>
  )
}
