import * as endpoints from '../../../schema/notifications/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { readOwnPreferences, saveOwnPreferences } from './preferences.ts'

export const notificationSettingsDoors = [
  door(endpoints.getOwnPreferences, readOwnPreferences),
  door(endpoints.saveOwnPreferences, saveOwnPreferences),
]
