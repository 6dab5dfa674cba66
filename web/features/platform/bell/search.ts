import { z } from 'zod'
import { NOTIFICATION_FILTERS } from '../../../../schema/platform/bell/endpoints.ts'

/** The address of the page with all notifications. */
export const notificationsSearch = z.object({ show: z.enum(NOTIFICATION_FILTERS).optional().catch(undefined) })
