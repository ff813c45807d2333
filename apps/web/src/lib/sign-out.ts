type SignOutScope = {
  /** Also removes the data that a plain log-out leaves on the device. */
  wipe: boolean
}

const tasks: ((scope: SignOutScope) => void)[] = []

/** Registers a task that deletes a member's data at sign-out. */
export function onSignOut(task: (scope: SignOutScope) => void): void {
  tasks.push(task)
}

export function runSignOutTasks(scope: SignOutScope): void {
  for (const task of tasks) task(scope)
}
