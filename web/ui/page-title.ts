import { useDocumentTitle } from '@mantine/hooks'

export const PRODUCT_NAME = 'Outlay'

/** "Requests · Outlay" on the browser's tab. Apart from the header, which the login pages do not need. */
export const usePageTitle = (title: string): void =>
  useDocumentTitle(title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME)
