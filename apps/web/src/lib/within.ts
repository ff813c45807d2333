/** Rejects if the work is not done in time; the work itself continues. */
export async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  late = `No response within ${limitMs} ms`,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
