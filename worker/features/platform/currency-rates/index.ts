/**
 * Daily exchange rates: the European Central Bank's for everyone, and those that a company sets itself, which take
 * precedence. Amounts in other currencies are compared at the rate of the day they were submitted, and the rate is
 * stored with its date and source beside the result. A missing rate is never guessed.
 */
export { createRate } from './operations.ts'
export {
  allowedCurrencies,
  exchangeOf,
  loadExchange,
  newestDaySql,
  ratesOfToday,
  ratesOfTodayStatement,
  ratesStatement,
  roughRateSql,
} from './rates.ts'
