import { aggregateBooks } from '#/modules/books/aggregation.service.ts'

/** Aggregates everything that was posted so far. */
export async function aggregateAllBooks(ctx: Parameters<typeof aggregateBooks>[0]): Promise<void> {
  while ((await aggregateBooks(ctx)) === 'part');
}
