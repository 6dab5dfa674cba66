/** The same day, that many months later. */
export const addMonths = (start: string, months: number): string => {
  const date = new Date(start)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
