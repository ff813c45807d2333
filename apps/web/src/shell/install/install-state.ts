import { create } from 'zustand'
import { logFault } from '#/lib/log.ts'
import { runsInstalled } from './installed.ts'

/** What a browser offers before it asks the member to install; not in the standard types yet. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> }

/** Heard from the first moment on: the browser offers once, before the guide is even loaded. */
export const useInstallState = create<{
  offer: InstallPromptEvent | undefined
  wasInstalled: boolean
}>(() => ({ offer: undefined, wasInstalled: false }))

export function watchInstallation(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    // Our own button asks, not the browser's bar.
    event.preventDefault()
    useInstallState.setState({ offer: event as InstallPromptEvent })
  })
  page.addEventListener('appinstalled', () => {
    useInstallState.setState({ offer: undefined, wasInstalled: true })
  })
}

export function isInstalled(page: Window): boolean {
  return useInstallState.getState().wasInstalled || runsInstalled(page)
}

/** The browser's own question can be asked once per offer; after a "no" it may offer again. */
export async function promptToInstall(offer: InstallPromptEvent): Promise<void> {
  useInstallState.setState({ offer: undefined })
  try {
    await offer.prompt()
  } catch (cause) {
    logFault('The browser did not ask to install', cause)
  }
}
