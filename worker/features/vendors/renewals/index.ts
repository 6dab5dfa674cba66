/**
 * Renewals of services: reminders, calendar, list, private feed. Invariant: each reminder is sent once, in the morning
 * of its reader.
 */
export { saveReminderConfig } from './settings.ts'
