import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant, named, person, shownDate, yearMonths } from '../../shared/values.ts'
import { RENEWAL_DAYS } from './values.ts'

/** When services end, who is reminded in time, and calendars of that (specification 2 §3 and §7, 1 §2). */

/** A period that ends. */
export const renewal = z.object({
  periodId: z.string(),
  service: named,
  vendor: named,
  startDate: shownDate,
  endDate: shownDate,
  autorenews: z.boolean(),
  noticeDays: z.number().int().nullable(),
  /** The last day to cancel. */
  cancelBy: z.string().nullable(),
  /** Amounts in whole minor units of the currency. */
  totalServicePeriodCost: z.number().int(),
  amortizedCost: z.number().int(),
  currency,
  owners: z.array(person),
  renewalReminders: z.array(z.string()),
  /** The service continues from that day, because its next period is already entered. */
  continuesOn: z.string().nullable(),
})
export type Renewal = z.infer<typeof renewal>

const reportQuery = {
  by: z.enum(RENEWAL_DAYS).default('END'),
  /** The months of these days: `2026-01,2026-12`. Defaults to the twelve months from the current one. */
  dateRange: yearMonths.optional(),
  vendorId: id.optional(),
  ownerId: id.optional(),
}

export const renewalReport = endpoint({
  id: 'services.renewal-report',
  method: 'GET',
  path: '/api/services/renewal-report',
  summary: 'Service periods by end date or last day to cancel, without archived services',
  query: pageQuery.extend(reportQuery),
  response: connection(renewal),
})
export type RenewalReportQuery = z.output<NonNullable<typeof renewalReport.query>>

export const renewalReportCsv = endpoint({
  id: 'services.renewal-report-csv',
  method: 'GET',
  path: '/api/services/renewal-report.csv',
  summary: 'The renewal report as a CSV file',
  query: z.object(reportQuery),
  response: z.string(),
  raw: 'text/csv',
})

/** Home shows what ends within this many days. */
export const UPCOMING_DAYS = 90
export const UPCOMING_SHOWN = 6

export const upcomingRenewals = endpoint({
  id: 'services.upcoming-renewals',
  method: 'GET',
  path: '/api/services/upcoming-renewals',
  summary: 'Periods that end or must be canceled within 90 days, for services the person owns or manages',
  response: z.object({ renewals: z.array(renewal), hasMore: z.boolean() }),
})

// ---- Who is reminded

const recipients = {
  sendToAdmins: z.boolean(),
  sendToVendorOwners: z.boolean(),
  sendToServiceOwners: z.boolean(),
  sendToDepartmentLeads: z.boolean(),
  sendToBusinessUnitLeads: z.boolean(),
}

export const reminderConfig = z.object({
  message: z.string(),
  ...recipients,
  groupsToSendTo: z.array(named),
  /** 0: the defaults are unchanged. */
  version: z.number().int(),
})
export type ReminderConfig = z.infer<typeof reminderConfig>

const CONFIG_PATH = '/api/service-period-renewal-reminder-config'

export const getReminderConfig = endpoint({
  id: 'services.get-renewal-reminder-config',
  method: 'GET',
  path: CONFIG_PATH,
  summary: 'Who gets renewal reminders, and with which note',
  response: reminderConfig,
})

export const saveReminderConfig = endpoint({
  id: 'services.save-renewal-reminder-config',
  method: 'POST',
  path: CONFIG_PATH,
  summary: 'Choose who gets renewal reminders',
  body: z.object({
    message: z.string().trim().max(2000, 'At most 2,000 characters').default(''),
    ...recipients,
    groupsToSendTo: z
      .array(z.object({ id, name: z.string().max(200).optional() }))
      .max(50, 'At most 50 groups')
      .default([]),
    /** The version that was read. Without it the last one wins. */
    version: z.number().int().min(0).optional(),
  }),
  response: reminderConfig,
})

// ---- A private calendar

export const FEED_SCOPES = ['OWN', 'ALL'] as const
const feed = z.object({ scope: z.enum(FEED_SCOPES), createdAt: instant })

export const getRenewalFeed = endpoint({
  id: 'services.get-renewal-feed',
  method: 'GET',
  path: '/api/renewal-feed',
  summary: 'The person’s calendar link, if any',
  response: z.object({ feed: feed.nullable() }),
})

export const createRenewalFeed = endpoint({
  id: 'services.create-renewal-feed',
  method: 'POST',
  path: '/api/renewal-feed',
  summary: 'Create a calendar link; an earlier one stops working',
  body: z.object({ scope: z.enum(FEED_SCOPES) }),
  /** The address is shown only this once, because only its hash is stored. */
  response: feed.extend({ url: z.string() }),
})

export const deleteRenewalFeed = endpoint({
  id: 'services.delete-renewal-feed',
  method: 'DELETE',
  path: '/api/renewal-feed',
  summary: "Revoke the person's calendar link",
  response: z.null(),
})

export const readRenewalFeed = endpoint({
  id: 'services.read-renewal-feed',
  method: 'GET',
  path: '/public-api/renewal-feeds/{token}/renewals.ics',
  summary: 'Renewals as a calendar (RFC 5545), for anyone with the private link',
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_.-]{20,250}$/, 'Not a calendar link') }),
  response: z.string(),
  raw: 'text/calendar',
})
