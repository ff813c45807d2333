import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import art from '#/art/empty-history.svg'
import { Button } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Screen } from '#/ui/screen.tsx'

const RELOAD_DELAY_MS = 200

export function ErrorScreen() {
  const { t } = useTranslation()
  const [isRefreshing, setRefreshing] = useState(false)
  return (
    <Screen
      dock={
        <Button
          onClick={() => {
            setRefreshing(true)
            // The delay lets the label change before the page reloads.
            setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
          }}
        >
          {isRefreshing ? t('error.refreshing') : t('error.refresh')}
        </Button>
      }
    >
      <EmptyState art={art} title={t('error.title')} headingLevel={1}>
        {t('error.text')}
        <br />
        {t('error.hint')}
      </EmptyState>
    </Screen>
  )
}
