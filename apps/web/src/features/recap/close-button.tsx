import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'

/** Leaves the story. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('recap')
  return (
    <button type="button" className={iconButtonClass} aria-label={t('close')} onClick={onClose}>
      <Icon name="close" />
    </button>
  )
}
