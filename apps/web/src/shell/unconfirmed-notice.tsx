import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'

type UnconfirmedNoticeProps = {
  /** What could not be confirmed. */
  title: string
  /** What may have happened, and what a second try would do. */
  children: ReactNode
  /** Leads to where the outcome can be seen. */
  check?: ReactNode
  onRetry?: () => void
  isBusy?: boolean
}

/** Nobody knows how an action ended. It stays until a try is answered; a toast would be gone. */
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
