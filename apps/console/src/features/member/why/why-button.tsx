import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import type { Why } from './use-why.ts'

type WhyButtonProps = {
  entry: string
  /** Names the entry for screen readers. */
  name: string
  why: Why
  /** Stands for `Why?` where a row has two. */
  label?: string
}

/** Opens the explanation of one entry. */
export function WhyButton({ entry, name, why, label }: WhyButtonProps) {
  const { t } = useTranslation('why')
  const isShown = why.entry === entry
  return (
    <Button
      size="small"
      tone={isShown ? 'primary' : 'plain'}
      data-why={entry}
      aria-label={label ? t('labelNamed', { label, name }) : t('askNamed', { name })}
      aria-pressed={isShown}
      onClick={(event) => why.ask(entry, event.currentTarget)}
    >
      {label ?? t('ask')}
    </Button>
  )
}
