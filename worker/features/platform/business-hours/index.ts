/**
 * When a company works: hours, days and holidays. Invariant: whatever counts business hours or working days counts them by
 * `schema/platform/business-hours/calendar.ts`, with what this area stores.
 */
export { calendarOf, calendarSql } from './stored.ts'
