import { Outlet, createRootRoute } from '@tanstack/react-router'
import { Column } from '#/shell/column.tsx'
import { Toasts } from '#/shell/toasts.tsx'
import { runGuards } from './-guards.ts'

export const Route = createRootRoute({
  beforeLoad: ({ location, matches, preload }) =>
    runGuards({
      pathname: location.pathname,
      href: location.href,
      isPrivate: matches.some((match) => match.staticData.isPrivate),
      isPreload: preload,
    }),
  component: Root,
})

function Root() {
  return (
    <Column>
      <Outlet />
      <Toasts />
    </Column>
  )
}
