import type { InboxItem } from './endpoints.ts'

/** Unique among all types. It is in the inbox's address. */
export const inboxKey = ({ targetType, id }: Pick<InboxItem, 'targetType' | 'id'>): string => `${targetType}.${id}`
