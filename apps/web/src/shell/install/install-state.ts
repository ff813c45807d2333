import { create } from 'zustand'
import { logFault } from '@solstice/ui/log.ts'
import { runsInstalled } from './installed.ts'

/** The event with which a browser offers installation; not in the standard types yet. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> }

/** Listens from the start, because the browser offers once, before the guide is loaded. */
export const useInstallState = create<{
  offer: InstallPromptEvent | undefined
  wasInstalled: boolean
}>(() => ({ offer: undefined, wasInstalled: false }))

export function watchInstallation(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    // Our own button prompts, not the browser's bar.
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

/**
 * Shows the browser's prompt, which works once per offer; after a "no" the browser may offer again.
 */
export async function promptToInstall(offer: InstallPromptEvent): Promise<void> {
  useInstallState.setState({ offer: undefined })
  try {
    await offer.prompt()
  } catch (cause) {
    logFault('Install prompt failed', cause)
  }
}
