/** What is not there in time fails; the work itself goes on. */
export async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  late = `No answer within ${limitMs} ms`,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
