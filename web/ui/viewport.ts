import { useMediaQuery } from '@mantine/hooks'

/** The breakpoints of the specification (1 §9). CSS files use the same widths. */
export const MOBILE_QUERY = '(max-width: 40rem)'
export const TABLET_QUERY = '(max-width: 60rem)'

const now = (query: string): boolean => typeof window !== 'undefined' && window.matchMedia(query).matches

export const useIsMobile = (): boolean =>
  useMediaQuery(MOBILE_QUERY, now(MOBILE_QUERY), { getInitialValueInEffect: false }) ?? false

export const useIsTablet = (): boolean =>
  useMediaQuery(TABLET_QUERY, now(TABLET_QUERY), { getInitialValueInEffect: false }) ?? false

export const isMobileNow = (): boolean => now(MOBILE_QUERY)
