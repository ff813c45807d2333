type Extent = {
  /** Also what a plain log-out leaves on the device. */
  wipe: boolean
}

const tasks: ((extent: Extent) => void)[] = []

/** Parts that keep something of the member say here how to forget it. */
export function onSignOut(task: (extent: Extent) => void): void {
  tasks.push(task)
}

export function runSignOutTasks(extent: Extent): void {
  for (const task of tasks) task(extent)
}
