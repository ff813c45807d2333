type Extent = {
  /** Also removes the data that a plain log-out leaves on the device. */
  wipe: boolean
}

const tasks: ((extent: Extent) => void)[] = []

/** Registers a task that deletes a member's data at sign-out. */
export function onSignOut(task: (extent: Extent) => void): void {
  tasks.push(task)
}

export function runSignOutTasks(extent: Extent): void {
  for (const task of tasks) task(extent)
}
