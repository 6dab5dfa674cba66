/**
 * When the company works: the settings. What counts by them is the Worker's.
 */
export { BusinessHoursSettings } from './business-hours-settings.tsx'
