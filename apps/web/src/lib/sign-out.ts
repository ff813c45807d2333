const tasks: (() => void)[] = []

/** Parts that keep something of the member say here how to forget it. */
export function onSignOut(task: () => void): void {
  tasks.push(task)
}

export function runSignOutTasks(): void {
  for (const task of tasks) task()
}
