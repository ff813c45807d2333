type SignOutScope = {
  /** Also removes the data that a plain log-out leaves on the device. */
  wipe: boolean
}

type SignOutTask = (scope: SignOutScope) => void | Promise<void>

const tasks: SignOutTask[] = []
let running: Promise<unknown> = Promise.resolve()

/** Registers a task that deletes a member's data at sign-out. */
export function onSignOut(task: SignOutTask): void {
  tasks.push(task)
}

export function runSignOutTasks(scope: SignOutScope): void {
  running = Promise.allSettled(tasks.map(async (task) => task(scope)))
}

/** Resolves when the tasks of the last sign-out have ended. */
export async function whenSignedOut(): Promise<void> {
  await running
}
