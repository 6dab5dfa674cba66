import { z } from 'zod'
import { knownZone } from '../../shared/calendar.ts'

/** A zone by its name in the time zone database, such as America/New_York. */
export const timeZone = z
  .string()
  .max(60)
  .refine((zone) => knownZone(zone) === zone, 'Choose a time zone')
