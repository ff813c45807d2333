import { Link, useMatches } from '@tanstack/react-router'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import art from '#/art/empty-history.svg'
import { buttonClass } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { useBack } from './use-back.ts'

/** Says what will be here. Its title, and whether it is a tab's root, come from the route. */
export function TitledScreen() {
  const { t } = useTranslation(['screens', 'common'])
  const back = useBack()
  const { title, isTabRoot } = useMatches({
    select: (matches) =>
      matches.reduce<StaticDataRouteOption>((all, match) => ({ ...all, ...match.staticData }), {}),
    structuralSharing: true,
  })
  const name = title && t(`title.${title}`)

  if (isTabRoot) {
    return (
      <Screen header={<ScreenHeader title={name} />}>
        <EmptyState art={art} title={t('soon')} />
      </Screen>
    )
  }
  return (
    <Screen
      header={<ScreenHeader back={back} title={name} />}
      dock={
        <Link to="/home" className={buttonClass('quiet')}>
          {t('common:goHome')}
        </Link>
      }
    >
      <EmptyState art={art} title={t('soon')} />
    </Screen>
  )
}
