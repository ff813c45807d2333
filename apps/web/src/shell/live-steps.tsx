import { useTexts, useTranslation } from '#/lib/i18n.ts'
import { StepList } from '#/ui/step-list.tsx'
import type { Step } from '#/ui/step-list.tsx'

/** Shows the progress with icons and announces it to screen readers. */
export function LiveSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('shell')
  const isThere = useTexts('shell') !== undefined
  const labels = {
    done: t('step.done'),
    now: t('step.now'),
    later: t('step.later'),
    failed: t('step.failed'),
  }
  return <StepList steps={steps} stateLabels={isThere ? labels : undefined} />
}
