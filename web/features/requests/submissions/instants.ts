/** Instants arrive as ISO text. The list's copy of the waiting people can contain milliseconds. */
export const toIso = (instant: string | number | null | undefined): string | null => {
  if (instant === null || instant === undefined || instant === '') return null
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
