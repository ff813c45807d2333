import { firstPaint, nextTask } from '#/lib/next-task.ts'
import { showLogIn } from '#/shell/prerendered/show-log-in.ts'
import { showNotLoaded } from '#/shell/prerendered/show-not-loaded.ts'

const container = document.getElementById('root')
if (container) {
  start(container, showLogIn(window, container)).catch((cause: unknown) => {
    showNotLoaded(window)
    throw cause
  })
}

/**
 * Starts the app after the first paint, and evaluates each of its chunks in a task of its own: one
 * long task would delay the response to a tap.
 */
async function start(root: HTMLElement, isPrerendered: boolean): Promise<void> {
  await firstPaint()
  await import('#/lib/react-client.ts')
  await nextTask()
  // Any module of the chunk that all screens share evaluates it.
  await import('#/lib/app-name.ts')
  await nextTask()
  const { startApp } = await import('./main.tsx')
  await startApp(root, isPrerendered)
}
