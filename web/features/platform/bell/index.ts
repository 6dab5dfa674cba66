/**
 * The bell: what happened, for the person. Its list loads when it is opened. A person who views as someone else reads it
 * without marking anything as read.
 */
export { useUnread } from './api.ts'
export { Bell } from './bell.tsx'
export { MuteButton } from './mute-button.tsx'
export { NotificationsPage } from './notifications-page.tsx'
export { notificationsSearch } from './search.ts'
