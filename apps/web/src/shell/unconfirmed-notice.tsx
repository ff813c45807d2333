import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'

type UnconfirmedNoticeProps = {
  /** The action that could not be confirmed. */
  title: string
  /** Explains what may have happened and what a second attempt would do. */
  children: ReactNode
  /** Links to the screen that shows the outcome. */
  check?: ReactNode
  onRetry?: () => void
  isBusy?: boolean
}

/**
 * Shows that the outcome of an action is unknown. It stays until an attempt is answered, unlike a
 * toast.
 */
export function UnconfirmedNotice(props: UnconfirmedNoticeProps) {
  const { t } = useTranslation()
  const { title, children, check, onRetry, isBusy = false } = props
  return (
    <Notice
      role="alert"
      title={title}
      action={
        (check || onRetry) && (
          <>
            {check}
            {onRetry && (
              <Button variant="text" isCompact isBusy={isBusy} onClick={onRetry}>
                {t('retry')}
              </Button>
            )}
          </>
        )
      }
    >
      {children}
    </Notice>
  )
}
