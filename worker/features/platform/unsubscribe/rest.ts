import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { type Door, rawDoor } from '../../../transport/rest.ts'
import { openUnsubscribe, unsubscribe } from './operations.ts'
import { askingPage, stoppedPage } from './page.tsx'

/** One field. */
const MOST_BYTES = 1024

export const unsubscribeDoors: Door[] = [
  rawDoor(endpoints.openUnsubscribe, openUnsubscribe, askingPage),
  {
    ...rawDoor(endpoints.unsubscribe, unsubscribe, stoppedPage),
    form: { maxBytes: MOST_BYTES, tooLarge: 'The form is too large' },
  },
]
