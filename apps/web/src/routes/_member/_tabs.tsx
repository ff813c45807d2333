import { Outlet, createFileRoute } from '@tanstack/react-router'
import { TabBar } from '#/shell/tab-bar.tsx'

/** The five tab roots, and only they, stand above the tab bar. */
export const Route = createFileRoute('/_member/_tabs')({
  staticData: { isTabRoot: true },
  component: Tabs,
})

function Tabs() {
  return (
    <>
      <Outlet />
      <TabBar />
    </>
  )
}
