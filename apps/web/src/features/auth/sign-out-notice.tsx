import { useTranslation } from '#/lib/i18n.ts'
import { Notice } from '#/ui/notice.tsx'
import type { SignOutReason } from './create-auth-store.ts'

/** Explains an involuntary sign-out. */
export function SignOutNotice({ reason }: { reason: SignOutReason }) {
  const { t } = useTranslation('shell')
  return <Notice title={t('out.title')}>{t(`out.${reason}`)}</Notice>
}
