import * as endpoints from '../../../../schema/vendors/renewals/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { door, rawDoor } from '../../../transport/rest.ts'
import * as feed from './feed.ts'
import * as report from './report.ts'
import { readReminderConfig, saveReminderConfig } from './settings.ts'

export const renewalDoors = [
  door(endpoints.renewalReport, report.readRenewalReport),
  rawDoor(endpoints.renewalReportCsv, report.exportRenewalReport, csvResponse),
  door(endpoints.upcomingRenewals, report.readUpcomingRenewals),
  door(endpoints.getReminderConfig, readReminderConfig),
  door(endpoints.saveReminderConfig, saveReminderConfig),
  door(endpoints.getRenewalFeed, feed.readFeed),
  door(endpoints.createRenewalFeed, feed.createFeed),
  door(endpoints.deleteRenewalFeed, feed.deleteFeed),
  rawDoor(endpoints.readRenewalFeed, feed.readFeedFile, feed.calendarResponse),
]
