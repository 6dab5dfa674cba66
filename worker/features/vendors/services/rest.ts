import './holds-documents.ts'
import './units.ts'
import './owned.ts'
import * as renewals from '../../../../schema/vendors/renewals/endpoints.ts'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { door, rawDoor } from '../../../transport/rest.ts'
import * as feed from '../renewals/feed.ts'
import * as report from '../renewals/report.ts'
import { readReminderConfig, saveReminderConfig } from '../renewals/settings.ts'
import * as change from './change.ts'
import { exportServices } from './csv.ts'
import { readCustomFields } from './fields.ts'
import { listServices, readService } from './list.ts'

export const serviceDoors = [
  door(endpoints.listServices, listServices),
  rawDoor(endpoints.listServicesCsv, exportServices, csvResponse),
  door(endpoints.getServiceCustomFields, readCustomFields),
  door(endpoints.createService, change.createService),
  door(endpoints.archiveServices, change.archiveServices),
  door(endpoints.getService, readService),
  door(endpoints.updateService, change.updateService),
  door(endpoints.deleteService, change.deleteService),
  door(endpoints.addServiceItem, change.addServiceItem),
  door(renewals.renewalReport, report.readRenewalReport),
  rawDoor(renewals.renewalReportCsv, report.exportRenewalReport, csvResponse),
  door(renewals.upcomingRenewals, report.readUpcomingRenewals),
  door(renewals.getReminderConfig, readReminderConfig),
  door(renewals.saveReminderConfig, saveReminderConfig),
  door(renewals.getRenewalFeed, feed.readFeed),
  door(renewals.createRenewalFeed, feed.createFeed),
  door(renewals.deleteRenewalFeed, feed.deleteFeed),
  rawDoor(renewals.readRenewalFeed, feed.readFeedFile, feed.calendarResponse),
]
