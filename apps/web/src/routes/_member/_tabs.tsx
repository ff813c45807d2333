import { Outlet, createFileRoute } from '@tanstack/react-router'
import { TabBar } from '#/shell/tab-bar.tsx'

/** Only the five tab roots show the tab bar. */
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
