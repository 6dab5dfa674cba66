/**
 * Exchange rates of a day: the European Central Bank's for everybody, and those that a company sets itself, which go
 * before them. Amounts in other currencies compare at the rate of the day they were submitted; whoever converts keeps
 * the rate with its date and source beside the result. A currency without a rate is never guessed.
 */
export { enqueueRates } from './import.ts'
export { allowedCurrencies, dayOf, exchangeOf, loadExchange, ratesStatement, roughRateSql } from './rates.ts'
