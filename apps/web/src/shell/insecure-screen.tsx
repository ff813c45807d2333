import { useTranslation } from '#/lib/i18n.ts'
import art from '#/art/empty-history.svg'
import { APP_NAME } from '#/lib/app-name.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Screen } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Column } from './column.tsx'

/** Shown on an insecure connection, where browsers provide no Web Crypto and no wallet is safe. */
export function InsecureScreen() {
  const { t } = useTranslation('shell')
  const secure = new URL(window.location.href)
  secure.protocol = 'https:'
  return (
    <Column>
      <Screen
        dock={
          <a href={secure.href} className={buttonClass('lit')}>
            {t('insecure.open')}
          </a>
        }
      >
        <EmptyState art={art} title={t('insecure.title')} headingLevel={1}>
          {t('insecure.text', { name: APP_NAME })}
        </EmptyState>
      </Screen>
    </Column>
  )
}
