/** How much waits is asked for once the page is there. */
export const loadInboxCount = async () => (await import('./inbox-count.tsx')).InboxCount
