import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export const notificationKeys = {
  own: ['notification-settings', 'own'] as const,
  company: ['notification-settings', 'company'] as const,
  reminders: ['notification-settings', 'reminders'] as const,
  vendors: ['notification-settings', 'vendors'] as const,
}

/** A form starts from the current saved state, not from a cached one. */
const FRESH = { gcTime: 0 } as const

export const readOwnPreferences = (signal?: AbortSignal) => call(endpoints.getOwnPreferences, { signal })
export const useOwnPreferences = () =>
  useQuery({ queryKey: notificationKeys.own, queryFn: ({ signal }) => readOwnPreferences(signal), ...FRESH })

export const readSwitches = (signal?: AbortSignal) => call(endpoints.getCompanyNotifications, { signal })
export type Switches = Awaited<ReturnType<typeof readSwitches>>
export const useSwitches = () =>
  useQuery({ queryKey: notificationKeys.company, queryFn: ({ signal }) => readSwitches(signal), ...FRESH })

export const readReminders = (signal?: AbortSignal) => call(endpoints.listReminders, { signal })
export const deleteReminder = (id: string, commandId: string) =>
  call(endpoints.deleteReminder, { params: { id }, commandId })
export const useReminders = () =>
  useQuery({ queryKey: notificationKeys.reminders, queryFn: ({ signal }) => readReminders(signal) })

export type VendorNotifications = Awaited<ReturnType<typeof readVendorNotifications>>
export const readVendorNotifications = (signal?: AbortSignal) => call(endpoints.getVendorNotifications, { signal })
export const useVendorNotifications = () =>
  useQuery({ queryKey: notificationKeys.vendors, queryFn: ({ signal }) => readVendorNotifications(signal), ...FRESH })
