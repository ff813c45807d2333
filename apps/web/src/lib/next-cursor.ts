/** Returns the cursor of the next older entries of a list, for an infinite query. */
export const nextCursor = (page: { nextCursor: string | null }): string | undefined =>
  page.nextCursor ?? undefined
