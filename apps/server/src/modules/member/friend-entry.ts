/** Names a friend by the instant and the position in the list, as the cursor of the list does. */
export function friendEntryId(referredAt: Date, position: number): string {
  return `friend:${referredAt.getTime()}.${position}`
}
