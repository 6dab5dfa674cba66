/** "Good morning, Dana", by the person's local time. */
export const greeting = (firstName: string, timeZone: string, now: Date = new Date()): string => {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return firstName.trim() ? `Good ${part}, ${firstName.trim()}` : `Good ${part}`
}
