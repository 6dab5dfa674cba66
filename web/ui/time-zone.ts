import { createContext, useContext } from 'react'
import { browserTimeZone } from '../lib/browser-time-zone.ts'

const TimeZoneContext = createContext<string | null>(null)

/** The person's time zone from the session, otherwise the browser's. */
export const TimeZoneProvider = TimeZoneContext.Provider

export const useTimeZone = (): string => useContext(TimeZoneContext) ?? browserTimeZone()
