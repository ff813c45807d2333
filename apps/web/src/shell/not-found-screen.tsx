import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import art from '#/art/empty-history.svg'
import { buttonClass } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Screen } from '#/ui/screen.tsx'

export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <Screen
      dock={
        <Link to="/home" className={buttonClass('lit')}>
          {t('goHome')}
        </Link>
      }
    >
      <EmptyState art={art} title={t('notFound.title')} headingLevel={1}>
        {t('notFound.text')}
      </EmptyState>
    </Screen>
  )
}
