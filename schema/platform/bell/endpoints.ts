import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { KIND_NAMES } from '../../shared/kinds.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant } from '../../shared/values.ts'
import { BELL_KINDS, MUTABLE_KINDS } from './kinds.ts'

/** The bell: what happened, for the signed-in person. Another person's is never visible. */

const bellKind = z.enum(BELL_KINDS)

const notification = z.object({
  id: z.string(),
  kind: bellKind,
  /** What it is about: its current name, or what the notification itself calls it. */
  title: z.string(),
  sentence: z.string(),
  /** The address in the product. */
  path: z.string(),
  targetType: z.enum(KIND_NAMES).nullable(),
  targetId: z.string().nullable(),
  createdAt: instant,
  isRead: z.boolean(),
  /** Whether the person has muted what it is about. */
  isMuted: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const NOTIFICATION_FILTERS = ['ALL', 'UNREAD'] as const

export const listNotifications = endpoint({
  id: 'bell.list',
  method: 'GET',
  path: '/api/notifications',
  summary: 'What happened, newest first, from the last 90 days',
  query: pageQuery.extend({ show: z.enum(NOTIFICATION_FILTERS).default('ALL') }),
  response: connection(notification),
})

export const countNotifications = endpoint({
  id: 'bell.count',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications the signed-in person hasn’t read',
  response: z.object({ unread: z.number().int().min(0) }),
})

export const markNotification = endpoint({
  id: 'bell.mark',
  method: 'PUT',
  path: '/api/notifications/{id}',
  summary: 'Mark a notification as read or unread',
  params: z.object({ id }),
  body: z.object({ isRead: z.boolean() }),
  response: z.null(),
})

export const markAllNotifications = endpoint({
  id: 'bell.mark-all',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark all notifications as read',
  /** Later ones stay unread, because the person hasn't seen them. */
  body: z.object({ until: z.iso.datetime('Must be an instant in UTC').optional() }),
  response: z.null(),
})

const muted = z.object({ targetType: z.enum(MUTABLE_KINDS), targetId: id })

export const readMute = endpoint({
  id: 'bell.read-mute',
  method: 'GET',
  path: '/api/notification-mutes/{targetType}/{targetId}',
  summary: 'Whether the signed-in person has muted something',
  params: muted,
  response: z.object({ isMuted: z.boolean() }),
})

export const mute = endpoint({
  id: 'bell.mute',
  method: 'PUT',
  path: '/api/notification-mutes/{targetType}/{targetId}',
  summary: 'Stop notifications and emails about something, except what waits for the person',
  params: muted,
  response: z.null(),
})

export const unmute = endpoint({
  id: 'bell.unmute',
  method: 'DELETE',
  path: '/api/notification-mutes/{targetType}/{targetId}',
  summary: 'Get notifications and emails about something again',
  params: muted,
  response: z.null(),
})
