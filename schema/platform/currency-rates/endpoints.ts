import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { decimalRate, RATE_SOURCES } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { calendarDate, id, instant, shownDate } from '../../shared/values.ts'

/** Exchange rates of a company: the current ones, and those its admins have set. Rates are exact decimals as text. */

const rateOfToday = z.object({
  base: currency,
  /** Null if there is none. Amounts in that currency can't be submitted. */
  rate: z.string().nullable(),
  date: shownDate.nullable(),
  source: z.enum(RATE_SOURCES).nullable(),
})
export type RateOfToday = z.infer<typeof rateOfToday>

export const getRatesOfToday = endpoint({
  id: 'settings.currency-rates-today',
  method: 'GET',
  path: '/api/currency-rates/today',
  summary: 'Today’s exchange rate of each currency to the company’s currency',
  response: z.object({ currency, rates: z.array(rateOfToday) }),
})

const setRate = z.object({
  id: z.string(),
  base: currency,
  quote: currency,
  date: shownDate,
  rate: z.string(),
  updatedAt: instant,
  setBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.number().int(),
})
export type SetRate = z.infer<typeof setRate>

export const listCurrencyRates = endpoint({
  id: 'settings.list-currency-rates',
  method: 'GET',
  path: '/api/currency-rates',
  summary: 'Exchange rates set by the company, newest first',
  query: pageQuery,
  response: connection(setRate),
})

const newCurrencyRate = z.object({
  /** One unit of it is worth `rate` in the company's currency, from `date` until the next rate that is set. */
  base: currency,
  date: calendarDate,
  rate: decimalRate,
})

export const createCurrencyRate = endpoint({
  id: 'settings.create-currency-rate',
  method: 'POST',
  path: '/api/currency-rates',
  summary: 'Set an exchange rate from a date on',
  body: newCurrencyRate,
  response: z.object({ id: z.string() }),
})

const params = z.object({ id })

export const updateCurrencyRate = endpoint({
  id: 'settings.update-currency-rate',
  method: 'PUT',
  path: '/api/currency-rates/{id}',
  summary: 'Change an exchange rate set by the company',
  params,
  body: z.object({
    rate: decimalRate,
    date: calendarDate.optional(),
    /** The version that was read. Without it the last change wins. */
    version: z.number().int().min(1).optional(),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteCurrencyRate = endpoint({
  id: 'settings.delete-currency-rate',
  method: 'DELETE',
  path: '/api/currency-rates/{id}',
  summary: 'Delete an exchange rate set by the company',
  params,
  response: z.null(),
})
