import * as endpoints from '../../../../schema/platform/bell/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { countUnread, listNotifications } from './list.ts'
import { markAllNotifications, markNotification } from './mark.ts'
import { muteTarget, readMute, unmuteTarget } from './mutes.ts'

export const bellDoors = [
  door(endpoints.countNotifications, countUnread),
  door(endpoints.listNotifications, listNotifications),
  door(endpoints.markAllNotifications, markAllNotifications),
  door(endpoints.markNotification, markNotification),
  door(endpoints.readMute, readMute),
  door(endpoints.mute, muteTarget),
  door(endpoints.unmute, unmuteTarget),
]
