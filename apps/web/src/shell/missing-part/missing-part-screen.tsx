import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onReconnect, reportNetworkError } from '#/lib/connectivity.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'
import { Button } from '#/ui/button.tsx'
import { Cloud, EmptyState } from '#/ui/state-message.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { isOutdated } from './outdated.ts'

/** Replaces a screen that could not be fetched. The session and all other screens stay. */
export function MissingPartScreen() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const back = useBack()
  const isTabRoot = useMatches({
    select: (matches) => matches.some((match) => match.staticData.isTabRoot),
  })
  const [isRetrying, setRetrying] = useState(false)

  useEffect(() => {
    void reportNetworkError()
    return onReconnect(() => void router.invalidate())
  }, [router])

  async function retry(): Promise<void> {
    setRetrying(true)
    // The files of an older release are gone permanently.
    if (await isOutdated(document)) return window.location.reload()
    await router.invalidate()
    setRetrying(false)
  }

  return (
    <Screen
      header={!isTabRoot && <ScreenHeader back={back} />}
      dock={
        <Button variant="quiet" isBusy={isRetrying} onClick={() => void retry()}>
          {t('missingPart.retry')}
        </Button>
      }
    >
      <EmptyState art={<Cloud />} title={t('missingPart.title')} headingLevel={1}>
        {t('missingPart.text')}
      </EmptyState>
    </Screen>
  )
}
