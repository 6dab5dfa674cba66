/** An error for people, printed as one line without a stack. */
export class Problem extends Error {
  override name = 'Problem'
}

/** The first line of an error's message, without class names and library prefixes. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n').find((line) => line.trim() !== '') ?? 'unknown error').trim()
}

/** What went wrong with a file, in words: 'permission denied' rather than 'EACCES: permission denied, open …'. */
export function fileTrouble(error: unknown): string {
  const code = (error as NodeJS.ErrnoException)?.code
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOENT: 'no such file or folder',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'a file of that name is in the way',
    EISDIR: 'a folder of that name is in the way',
    EIO: 'the disk reports an error',
  }
  return (code && words[code]) || oneLine(error)
}

/** Prints the error as people should see it (with its stack if OUTLAY_DEBUG=1). */
export function report(error: unknown): void {
  console.error(`outlay: ${oneLine(error)}`)
  if (process.env.OUTLAY_DEBUG === '1' && error instanceof Error) console.error(error.stack)
}
