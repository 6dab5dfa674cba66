import { useDocumentTitle } from '@mantine/hooks'

export const PRODUCT_NAME = 'Outlay'

/** "Requests · Outlay" on the browser's tab. Separate from the header, which the login pages don't need. */
export const usePageTitle = (title: string): void =>
  useDocumentTitle(title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME)
