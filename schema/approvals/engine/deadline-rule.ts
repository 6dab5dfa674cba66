import type { BusinessCalendar } from '../../platform/business-hours/calendar.ts'

/** As the company has set it when the run starts. Without it nothing is due. */
export interface DeadlineRule {
  /** Business hours that an approver has. */
  hours: number
  /** At which share of them the approver is reminded, in percent. Null for no reminder. */
  nudgePercent: number | null
  /** Whether the approver's manager may decide for them afterwards. */
  escalates: boolean
  /** When the company works. Without it Monday to Friday, 9 to 17. */
  calendar?: BusinessCalendar
}
